import type { Migration } from '@linecard/plugin-kit'

export const keyLimits: Migration = {
  name: 'identity/0004_key_limits',
  up: `
    alter table identity_session
      add column cross_auth boolean not null default false,
      add column networks text[],
      add column permissions text[],
      add column last_ip text not null default '',
      add column last_device text not null default '';
  `,
  down: `
    alter table identity_session
      drop column cross_auth,
      drop column networks,
      drop column permissions,
      drop column last_ip,
      drop column last_device;
  `,
}
