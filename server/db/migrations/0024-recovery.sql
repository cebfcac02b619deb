-- Coming back (docs/decisions/0040).

-- Whether the link of a reset asks for no recovery code, however the account signs in: whoever runs the machine made it,
-- and knows whom they give it to.
alter table tokens add column without_code boolean not null default false;
