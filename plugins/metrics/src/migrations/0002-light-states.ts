import type { Migration } from '@linecard/plugin-kit'

/**
 * The state of a device is written at every poll and rarely read: LZ4 needs a fraction of the time of pglz. A
 * server that was built without it goes on with what it has.
 */
export const lightStates: Migration = {
  name: 'metrics/0002_light_states',
  up: `
    do $$ begin
      alter table metrics_counter alter column state set compression lz4;
      alter table metrics_speed alter column state set compression lz4;
    exception when feature_not_supported then null;
    end $$;
  `,
  down: `
    alter table metrics_counter alter column state set compression default;
    alter table metrics_speed alter column state set compression default;
  `,
}
