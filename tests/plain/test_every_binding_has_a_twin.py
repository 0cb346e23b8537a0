"""Which plain twin holds each thing that the kernel binds: a new binding without one fails here.

A row names what `_core.pyi` has (a function, a class, or a class with its members), the twin that computes the same in
plain Python or what else stands behind the numbers, and the test that holds the two together.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
STUB = ROOT / "src/irassay/kernel/_core.pyi"

READING, COUNTS, SCORING = "tests/plain/test_reading.py", "tests/plain/test_counts.py", "tests/plain/test_measures.py"
FLIPS, FAMILIES = "tests/plain/test_sign_flips.py", "tests/plain/test_families.py"
STACKS, FILES = "tests/laws/test_stack_scores.py", "tests/laws/test_files_laws.py"
DIFFERENTIAL, RESIDUAL = "tests/oracles/test_differential.py", "tests/laws/test_residual_and_judged_only.py"
MUTATED, ESTIMATES = "tests/hostile/test_mutated_lines.py", "tests/oracles/test_estimates.py"
LEAK = "tests/plain/test_leak_sieve.py"
SELECTIONS, RETRIEVAL = "tests/plain/test_selections.py", "tests/plain/test_retrieval.py"
BOUNDS, NEEDED = "tests/oracles/test_bounds_by_brute_force.py", "tests/oracles/test_labels_needed.py"

# (names, twin as file:function or what else stands behind the numbers, test as file:function)
TWINS = [
    # reading
    ("Ties", "tests/plain/reading.py:order", f"{READING}:test_order_is_the_plain_twins"),
    (
        "RunColumns",
        "tests/plain/reading.py:read_ranks",
        f"{READING}:test_ranks_that_stand_twice_in_a_query_are_the_plain_twins",
    ),
    ("OrderBy", "tests/plain/reading.py:order", f"{READING}:test_order_is_the_plain_twins"),
    (
        "Reading.lines used blank comments rejected byte_order_mark tag counts problems",
        "a plain reading of each line",
        f"{MUTATED}:test_every_mutated_line_is_what_a_plain_reading_says_and_none_is_lost",
    ),
    ("read_qrels", "the lines shuffled", "tests/laws/test_reading_laws.py:test_shuffled_qrels_hold_the_same_labels"),
    ("RunsReader.read_path read finish", "tests/plain/reading.py:read_run", f"{READING}:test_order_is_the_plain_twins"),
    (
        "RunsReader.add_list",
        "tests/plain/reading.py:order",
        f"{READING}:test_lists_in_memory_are_ordered_as_those_of_files",
    ),
    ("RunsReader.stop stopped", "-", "tests/hostile/test_interrupts.py:test_a_reader_that_was_stopped_reads_no_more"),
    (
        "json_rows",
        "json of the standard library",
        "tests/plain/test_json_rows.py:test_values_are_those_of_json_or_none_where_an_escape_asks_for_it",
    ),
    # retrieval
    (
        "Analyser.terms",
        "tests/plain/retrieval.py:terms",
        f"{RETRIEVAL}:test_words_are_the_longest_that_the_grammar_has",
    ),
    (
        "ShardBuilder.add_texts add_bag n_docs memory write",
        "the passages that went in",
        f"{RETRIEVAL}:test_a_shard_holds_what_it_was_made_of",
    ),
    (
        "Shard.n_docs n_terms n_tokens n_with_terms id find_docs length bag",
        "the passages that went in",
        f"{RETRIEVAL}:test_a_shard_holds_what_it_was_made_of",
    ),
    ("twin_id", "the ids that went in", f"{RETRIEVAL}:test_a_shard_holds_what_it_was_made_of"),
    ("Searcher.search", "tests/plain/retrieval.py:search", f"{RETRIEVAL}:test_scores_are_the_formulas"),
    ("fuse", "tests/plain/retrieval.py:fuse", "tests/plain/test_fusion.py:test_fused_scores_are_the_plain_twins"),
    (
        "fuse_lists",
        "a plain search, fusion and choice",
        "tests/oracles/test_extrapolated.py:test_deemed_passages_are_those_of_a_plain_search_and_fusion",
    ),
    # leakage
    ("TestTexts.n_texts stems", "tests/plain/leak.py:stems", f"{LEAK}:test_stems_are_the_plain_twins"),
    (
        "TestTexts.slips",
        "words with one slip, by hand",
        f"{LEAK}:test_a_letter_lost_doubled_put_in_or_two_swapped_are_forgiven",
    ),
    (
        "TrainingCounts.add merge to_bytes n n_empty",
        "all texts counted at once",
        f"{LEAK}:test_counts_merge_as_bytes_and_refuse_those_of_other_texts",
    ),
    ("StemCounts.add counts", "tests/plain/leak.py:stems", f"{LEAK}:test_stems_are_counted_by_training_texts"),
    ("Matcher.match", "tests/plain/leak.py:overlap", f"{LEAK}:test_pairs_by_words_are_exactly_those_of_a_plain_count"),
    (
        "Matcher.n_grams weight",
        "the formula, by hand",
        f"{LEAK}:test_a_stem_twice_and_a_text_that_is_not_there_are_refused",
    ),
    # nouns
    (
        "Qrels.queries n_labels n_judged grades grade_counts labels_from select",
        "the dicts they were made of",
        f"{COUNTS}:test_what_nouns_say_of_themselves_is_what_went_in",
    ),
    ("Runs.save", "the runs that were saved", "tests/laws/test_copies.py:test_a_copy_of_runs_keeps_ties_and_scores"),
    ("load_runs", "the runs that were saved", "tests/laws/test_copies.py:test_a_copy_of_runs_keeps_ties_and_scores"),
    ("qrels_from_lists", "the dicts they were made of", f"{COUNTS}:test_what_nouns_say_of_themselves_is_what_went_in"),
    (
        "Runs.systems queries n_documents ranking lengths",
        "tests/plain/reading.py:order",
        f"{COUNTS}:test_what_nouns_say_of_themselves_is_what_went_in",
    ),
    (
        "Runs.scores",
        "the scores that went in",
        "tests/laws/test_kept_scores.py:test_scores_come_back_bit_for_bit_in_the_order_of_the_list",
    ),
    (
        "Runs.contradicted",
        "tests/plain/reading.py:rank_contradicts",
        f"{READING}:test_rank_contradiction_is_the_plain_twins",
    ),
    ("runs_from_lists", "tests/plain/reading.py:order", f"{COUNTS}:test_what_nouns_say_of_themselves_is_what_went_in"),
    ("Join.shared", "sets", f"{COUNTS}:test_what_nouns_say_of_themselves_is_what_went_in"),
    ("join", "sets", f"{COUNTS}:test_what_nouns_say_of_themselves_is_what_went_in"),
    ("retrieved", "sets", f"{COUNTS}:test_what_nouns_say_of_themselves_is_what_went_in"),
    (
        "residual",
        "dicts without what was judged before",
        f"{RESIDUAL}:test_a_residual_collection_is_labels_and_runs_without_what_was_judged_before",
    ),
    (
        "runs_of_docs",
        "lists filtered in plain Python",
        "tests/oracles/test_oldness.py:test_a_part_of_the_corpus_is_lists_and_labels_without_other_documents",
    ),
    (
        "without_identical_ids",
        "lists filtered in plain Python",
        f"{COUNTS}:test_a_querys_own_document_is_counted_and_removed",
    ),
    ("identical_ids", "lists filtered in plain Python", f"{COUNTS}:test_a_querys_own_document_is_counted_and_removed"),
    (
        "first_docs",
        "lists cut in plain Python",
        "tests/oracles/test_trec_eval.py:test_lists_cut_are_what_trec_eval_reads_with_its_option",
    ),
    ("renamed", "the lists they were made of", f"{COUNTS}:test_renamed_runs_are_the_same_lists_under_other_names"),
    (
        "merge_docs",
        "tests/plain/inspecting.py:merged",
        f"{COUNTS}:test_documents_merged_stand_at_the_place_of_the_best",
    ),
    (
        "Stack.n_variants",
        "each variant alone",
        f"{STACKS}:test_scores_of_a_variant_equal_the_scores_of_that_variant_alone",
    ),
    (
        "stack_from_grades",
        "each variant alone",
        f"{STACKS}:test_scores_of_a_variant_equal_the_scores_of_that_variant_alone",
    ),
    (
        "LabelRows.fill",
        "the dicts they were made of",
        "tests/plain/test_stack_from_dicts.py:test_a_variant_holds_the_grades_of_its_dict_and_no_other",
    ),
    (
        "Subtopics",
        "tests/plain/diversity.py:gains",
        f"{SCORING}:test_measures_over_subtopics_are_what_the_formulas_say",
    ),
    # variants of labels
    ("count_relevant", "tests/plain/selecting.py:at_random", f"{SELECTIONS}:test_relevant_subset_is_the_plain_twins"),
    ("keep_at_random", "tests/plain/selecting.py:at_random", f"{SELECTIONS}:test_relevant_subset_is_the_plain_twins"),
    ("Unretrieved", "tests/plain/selecting.py:by_run", f"{SELECTIONS}:test_first_retrieved_is_the_plain_twins"),
    (
        "keep_by_runs",
        "tests/plain/selecting.py:by_run",
        f"{SELECTIONS}:test_relevant_subset_by_runs_is_the_plain_twins",
    ),
    (
        "keep_by_value",
        "tests/plain/selecting.py:by_value",
        f"{SELECTIONS}:test_one_relevant_by_a_number_is_the_plain_twins",
    ),
    ("keep_to_depth", "tests/plain/selecting.py:pooled", f"{SELECTIONS}:test_labels_to_a_depth_are_the_plain_twins"),
    ("keep_of_groups", "tests/plain/selecting.py:pooled", f"{SELECTIONS}:test_labels_of_groups_are_the_plain_twins"),
    ("redraw_grades", "tests/plain/selecting.py:redrawn", f"{SELECTIONS}:test_noise_is_the_plain_twins"),
    # scores
    ("MeasureSpec", "tests/plain/measures.py:ndcg", f"{SCORING}:test_every_measure_has_a_plain_twin"),
    ("score_list", "tests/plain/measures.py:ndcg", f"{SCORING}:test_the_kernel_computes_what_the_formulas_say"),
    (
        "Evaluation.queries values summary answered",
        "pytrec_eval",
        f"{DIFFERENTIAL}:test_every_shared_measure_of_a_few_hundred_random_collections_is_pytrec_evals",
    ),
    (
        "evaluate",
        "pytrec_eval",
        f"{DIFFERENTIAL}:test_every_shared_measure_of_a_few_hundred_random_collections_is_pytrec_evals",
    ),
    (
        "StackEvaluation.values summary answered",
        "each variant alone",
        f"{STACKS}:test_scores_of_a_variant_equal_the_scores_of_that_variant_alone",
    ),
    (
        "evaluate_stack",
        "each variant alone",
        f"{STACKS}:test_scores_of_a_variant_equal_the_scores_of_that_variant_alone",
    ),
    (
        "FileScorer.read_path read extra_queries scores",
        "the same from memory",
        f"{FILES}:test_files_scored_on_the_way_equal_files_kept",
    ),
    ("FileScorer.same_lists", "the same from memory", f"{FILES}:test_runs_with_the_same_lists_are_found_on_the_way"),
    (
        "FileScorer.own_documents",
        "the same from memory",
        "tests/oracles/test_identical_ids.py:test_own_documents_are_counted_on_the_way_as_in_lists_in_memory",
    ),
    ("FileScorer.stop stopped", "-", "tests/hostile/test_interrupts.py:test_reading_is_left_at_once_by_every_thread"),
    # random signs, draws and quantiles
    ("count_flips", "tests/plain/sign_flips.py:count_flips", f"{FLIPS}:test_counts_equal_the_plain_twin"),
    (
        "lattice_tails",
        "tests/plain/sign_flips.py:two_sided_tail",
        f"{FLIPS}:test_tails_without_draws_bracket_the_tail_over_every_sign_vector",
    ),
    (
        "inverted_tails",
        "tests/plain/sign_flips.py:two_sided_tail",
        f"{FLIPS}:test_tails_without_draws_bracket_the_tail_over_every_sign_vector",
    ),
    (
        "met_tail",
        "tests/plain/sign_flips.py:two_sided_tail",
        f"{FLIPS}:test_tails_without_draws_bracket_the_tail_over_every_sign_vector",
    ),
    (
        "MEET_AT_MOST",
        "convolution",
        f"{FLIPS}:test_meeting_in_the_middle_agrees_with_convolution_beyond_what_can_be_enumerated",
    ),
    (
        "operations",
        "the definitions' operations",
        "tests/laws/test_measure_traits.py:test_operations_of_measures_are_the_kernels_and_none_of_these_is_idle",
    ),
    ("count_draws", "tests/plain/sign_flips.py:count_draws", f"{FLIPS}:test_bootstrap_draws_equal_the_plain_twin"),
    (
        "drawn_sums",
        "tests/plain/sign_flips.py:count_draws",
        f"{FLIPS}:test_drawn_sums_equal_the_plain_draws_times_the_scores",
    ),
    ("pair_quantiles", "numpy.quantile", f"{FLIPS}:test_pair_quantiles_equal_numpys"),
    ("pair_quantiles_at", "numpy.quantile", f"{FAMILIES}:test_quantiles_and_shares_of_pairs_equal_numpys"),
    ("pair_shares_below", "numpy", f"{FAMILIES}:test_quantiles_and_shares_of_pairs_equal_numpys"),
    (
        "count_step_down",
        "tests/plain/families.py:count_step_down",
        f"{FAMILIES}:test_step_down_counts_equal_the_plain_twin",
    ),
    (
        "shuffled_ranges",
        "tests/plain/families.py:shuffled_ranges",
        f"{FAMILIES}:test_shuffled_ranges_equal_the_plain_twin",
    ),
    (
        "count_shifts",
        "tests/plain/families.py:count_shifts",
        f"{FAMILIES}:test_shifted_bootstraps_equal_the_plain_twin",
    ),
    # missing labels
    ("Form", "tests/plain/completions.py:true_bounds", f"{BOUNDS}:test_bounds_equal_the_true_range"),
    ("Weight", "tests/plain/completions.py:true_bounds", f"{BOUNDS}:test_bounds_equal_the_true_range"),
    ("Task", "tests/plain/completions.py:true_bounds", f"{BOUNDS}:test_bounds_equal_the_true_range"),
    (
        "Bounder.n_queries chunk run lower plain upper greatest",
        "tests/plain/completions.py:true_bounds",
        f"{BOUNDS}:test_bounds_equal_the_true_range",
    ),
    (
        "Bounder.ask_for",
        "the bounds of all pairs",
        "tests/laws/test_bounds.py:test_bounds_for_a_baseline_are_those_for_all_pairs",
    ),
    (
        "Bounder.look_for seek sought",
        "tests/plain/completions.py:completions",
        f"{BOUNDS}:test_states_are_what_every_completion_says",
    ),
    (
        "HoleEffects.query doc effect best_rank n_runs",
        "tests/plain/inspecting.py:changes",
        f"{COUNTS}:test_effects_of_single_labels_are_what_scoring_again_says",
    ),
    (
        "HoleEffects.pairs",
        "tests/plain/inspecting.py:changes",
        f"{COUNTS}:test_pairs_that_a_label_keeps_open_are_those_whose_second_gains_more",
    ),
    (
        "hole_effects",
        "tests/plain/inspecting.py:changes",
        f"{COUNTS}:test_effects_of_single_labels_are_what_scoring_again_says",
    ),
    (
        "PairEffects.query doc effect lead fall best_rank n_runs",
        "tests/plain/inspecting.py:changes",
        f"{COUNTS}:test_effects_of_single_labels_are_what_scoring_again_says",
    ),
    (
        "pair_effects",
        "tests/plain/inspecting.py:changes",
        f"{COUNTS}:test_effects_of_single_labels_are_what_scoring_again_says",
    ),
    (
        "Expecter.count rates band_ends",
        "counts by definition",
        f"{ESTIMATES}:test_rates_are_counts_smoothed_by_the_query_and_the_band",
    ),
    (
        "Expecter.run estimate",
        "tests/plain/completions.py:completions",
        f"{ESTIMATES}:test_estimate_is_the_expectation_over_completions",
    ),
    (
        "Expecter.drawn_scores",
        "evaluate under the completed labels",
        "tests/oracles/test_pair_draws.py:test_drawn_scores_are_those_of_the_completed_labels",
    ),
    ("Expecter.possible", "-", f"{ESTIMATES}:test_labels_without_a_single_zero_give_no_estimate"),
    (
        "label_floors",
        "tests/plain/settling.py:least_number",
        f"{NEEDED}:test_the_floor_of_a_sum_of_gains_is_the_least_number_over_all_labels",
    ),
    (
        "Settled.labels pairs",
        "the bounds after each label",
        f"{NEEDED}:test_labels_needed_are_those_after_which_the_bounds_settle_the_pair",
    ),
    (
        "Settler.settle drawn",
        "the bounds after each label",
        f"{NEEDED}:test_labels_needed_are_those_after_which_the_bounds_settle_the_pair",
    ),
    # what is odd about files
    (
        "Coverage.answered retrieved judged top top_judged shortest median longest short_lists",
        "tests/plain/inspecting.py:coverage",
        f"{COUNTS}:test_coverage_is_the_plain_twins",
    ),
    ("coverage", "tests/plain/inspecting.py:coverage", f"{COUNTS}:test_coverage_is_the_plain_twins"),
    (
        "TieCount.tied top_tied lists flat merged",
        "tests/plain/inspecting.py:tie_count",
        f"{COUNTS}:test_counts_of_ties_are_the_plain_twins",
    ),
    ("count_ties", "tests/plain/inspecting.py:tie_count", f"{COUNTS}:test_counts_of_ties_are_the_plain_twins"),
    (
        "tie_swings",
        "every order of ties, tried",
        "tests/plain/test_inspect.py:test_the_swing_of_ties_is_that_of_every_order_tried",
    ),
    (
        "lists_in_id_order",
        "tests/plain/inspecting.py:in_id_order",
        f"{COUNTS}:test_lists_in_the_order_of_ids_and_labels_retrieved_are_the_plain_twins",
    ),
    ("longest_list", "the dicts they were made of", f"{COUNTS}:test_what_nouns_say_of_themselves_is_what_went_in"),
    (
        "labels_retrieved",
        "tests/plain/inspecting.py:labels_retrieved",
        f"{COUNTS}:test_lists_in_the_order_of_ids_and_labels_retrieved_are_the_plain_twins",
    ),
    (
        "same_lists",
        "lists compared",
        "tests/plain/test_inspect.py:test_systems_are_the_same_exactly_where_their_lists_are",
    ),
    (
        "Pooled.query doc start system rank",
        "tests/oracles/test_pools.py:plain",
        "tests/oracles/test_pools.py:test_a_document_is_in_the_pool_exactly_where_some_run_has_it_above_the_depth",
    ),
    (
        "pool",
        "tests/oracles/test_pools.py:plain",
        "tests/oracles/test_pools.py:test_a_document_is_in_the_pool_exactly_where_some_run_has_it_above_the_depth",
    ),
    ("Reach.retrieved judged", "sets", "tests/plain/test_reach.py:test_bands_part_all_ranks_and_stop_at_the_depth"),
    ("Reach.unjudged", "sets", "tests/plain/test_reach.py:test_unjudged_counts_each_query_and_document_once"),
    ("Reach.alone alone_high", "sets", "tests/plain/test_reach.py:test_unique_documents_belong_to_one_group_only"),
    (
        "label_places",
        "sets",
        "tests/plain/test_label_places.py:test_a_label_has_the_group_that_alone_brought_it_and_its_best_rank",
    ),
    ("relevant_ranks", "sets", "tests/oracles/test_coverage.py:test_expected_shares_are_the_mean_over_all_subsets"),
    (
        "subset_finders",
        "sums over picked columns in NumPy",
        "tests/plain/test_subset_finders.py:test_documents_are_counted_by_how_many_of_the_picked_groups_have_them",
    ),
    (
        "reranked",
        "tests/plain/reranked.py:changes",
        "tests/plain/test_reranked.py:test_counts_in_another_order_are_the_plain_twins",
    ),
    ("reach", "sets", "tests/plain/test_reach.py:test_judged_is_the_share_of_retrieved_documents"),
    # what labels of drawn documents decide
    (
        "Bets.place log_wealth log_best squares expected precision weighted",
        "tests/decisions/plain.py:campaign",
        "tests/decisions/test_bets.py:test_wealth_is_that_of_loops_from_the_formulas",
    ),
    ("weight_gram", "loops", "tests/decisions/test_weights.py:test_sums_are_those_of_loops"),
    ("weight_quadratic", "loops", "tests/decisions/test_weights.py:test_sums_are_those_of_loops"),
]


def bound():
    """What the stub has: functions, constants, enumerations and classes by name, other members as Class.member."""
    found = set()
    for node in ast.parse(STUB.read_text()).body:
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
        elif isinstance(node, ast.ClassDef):
            found |= members(node) or {node.name}
    return found


def members(node: ast.ClassDef):
    if any(isinstance(base, ast.Attribute) and base.attr == "Enum" for base in node.bases):
        return set()
    of_class = [n.name for n in node.body if isinstance(n, ast.FunctionDef)]
    of_class += [n.target.id for n in node.body if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name)]
    return {f"{node.name}.{name}" for name in of_class if not name.startswith("__")}


def held():
    """The names of the table, one a member."""
    for names, *_ in TWINS:
        owner, dot, rest = names.partition(".")
        yield from (f"{owner}.{name}" for name in rest.split()) if dot else (owner,)


def test_everything_that_the_kernel_binds_has_a_twin_and_a_test():
    assert sorted(held()) == sorted(bound())


@pytest.mark.parametrize("row", TWINS, ids=[names.split()[0] for names, *_ in TWINS])
def test_the_twin_and_the_test_are_there(row):
    for place in row[1:]:
        if ":" not in place:
            continue
        path, function = place.split(":")
        names = {n.name for n in ast.walk(ast.parse((ROOT / path).read_text())) if isinstance(n, ast.FunctionDef)}
        assert function in names, f"{function} is not in {path}"
