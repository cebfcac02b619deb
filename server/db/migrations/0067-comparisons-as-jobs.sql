-- Jobs compare videos (docs/decisions/0051), so requests and claims no longer have columns of their own.
drop trigger video_comparison_asked on video_search;
drop function ask_to_compare();
alter table video_comparisons drop column asked_at, drop column taken_until;
