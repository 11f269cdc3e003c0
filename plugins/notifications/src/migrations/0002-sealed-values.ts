import type { Migration } from '@linecard/plugin-kit'

/** Two values with secrets may look the same: the key is for those that are shown as a whole. */
export const sealedValues: Migration = {
  name: 'notifications/0002_sealed_values',
  up: `
    alter table notifications_contact add column sealed_value text;
    alter table notifications_contact drop constraint notifications_contact_user_id_type_value_key;
    create unique index notifications_contact_user_id_type_value_key
      on notifications_contact (user_id, type, value) where sealed_value is null;
  `,
  down: `
    delete from notifications_contact where sealed_value is not null;
    drop index notifications_contact_user_id_type_value_key;
    alter table notifications_contact add unique (user_id, type, value);
    alter table notifications_contact drop column sealed_value;
  `,
}
