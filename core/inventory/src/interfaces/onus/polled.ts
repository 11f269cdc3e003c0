import { sql } from '@linecard/plugin-kit/sql'

/** Nobody has switched the ONU `o` off (`poll_enabled`). The index on those that are off is small. */
export const polled = sql`not exists (
  select from inventory_interface p where p.id = o.interface_id and not p.poll_enabled)`
