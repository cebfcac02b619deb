-- Samples have negative numbers, so that people are numbered from 1 without gaps.
alter table users drop constraint users_user_number_check;
create temporary table renumbered on commit drop as
  select old, new from (
    select user_number as old,
      row_number() over (partition by is_sample order by user_number) * case when is_sample then -1 else 1 end as new
    from (
      select user_number, is_sample from users union all select user_number, false from retired_accounts
    ) as numbers
  ) as ranked
  where old <> new;
-- Numbers must be unique in every row at every moment, so the old ones are moved out of the way first.
update users set user_number = -1000000000 - user_number where user_number in (select old from renumbered);
update users set user_number = new from renumbered where user_number = -1000000000 - old;
update retired_accounts set user_number = -1000000000 - user_number where user_number in (select old from renumbered);
update retired_accounts set user_number = new from renumbered where user_number = -1000000000 - old;
alter table users add constraint users_user_number_check check ((user_number > 0) <> is_sample);

-- Whether the decision hid a clip that was permanently removed, then or later.
alter table decisions add column is_permanent boolean not null default false;
update decisions set is_permanent = true from cases
where cases.id = case_id and decisions.measure = 'hide' and decisions.state = 'in-force' and cases.subject_id in (
  select removed.subject_id from staff_log join cases as removed on removed.id = (staff_log.subject ->> 'caseId')::uuid
  where staff_log.act = 'erase'
);
