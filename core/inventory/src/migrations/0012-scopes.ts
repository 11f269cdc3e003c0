import type { Migration } from '@linecard/plugin-kit'

/**
 * The groups of access profiles, and the networks of groups. A profile belongs at least to the groups of the
 * devices that use it: triggers keep that, whoever writes the devices.
 */
export const scopes: Migration = {
  name: 'inventory/0012_scopes',
  up: `
    alter table inventory_group add column networks jsonb not null default '[]';
    create table inventory_access_group (
      access_id integer not null references inventory_access on delete cascade,
      group_id integer not null references inventory_group on delete cascade,
      primary key (access_id, group_id)
    );
    create index inventory_access_group_group on inventory_access_group (group_id);
    insert into inventory_access_group (access_id, group_id)
      select distinct access_id, group_id from inventory_device where access_id is not null;
    create function inventory_access_of_new_devices() returns trigger language plpgsql as $$
      begin
        insert into inventory_access_group (access_id, group_id)
          select distinct access_id, group_id from changed where access_id is not null
          order by access_id, group_id on conflict do nothing;
        return null;
      end $$;
    create trigger inventory_access_of_added after insert on inventory_device
      referencing new table as changed
      for each statement execute function inventory_access_of_new_devices();
    create function inventory_access_of_device() returns trigger language plpgsql as $$
      begin
        insert into inventory_access_group (access_id, group_id) values (new.access_id, new.group_id)
          on conflict do nothing;
        return null;
      end $$;
    create trigger inventory_access_of_changed after update of access_id, group_id on inventory_device
      for each row when (new.access_id is not null and
        (new.access_id is distinct from old.access_id or new.group_id <> old.group_id))
      execute function inventory_access_of_device();
  `,
  down: `
    drop trigger inventory_access_of_changed on inventory_device;
    drop trigger inventory_access_of_added on inventory_device;
    drop function inventory_access_of_device();
    drop function inventory_access_of_new_devices();
    drop table inventory_access_group;
    alter table inventory_group drop column networks;
  `,
}
