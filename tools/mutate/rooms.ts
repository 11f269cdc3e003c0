/** Files in which a wrong line costs a customer, and the share of mutants that fast tests must notice. */
export interface Room {
  name: string
  /** Files or folders. */
  paths: readonly string[]
  /** %. */
  floor: number
}

const room = (name: string, ...paths: string[]): Room => ({ name, paths, floor: 85 })

export const rooms: readonly Room[] = [
  room('rates', 'plugins/metrics/src/rates'),
  room(
    'roll-back',
    'plugins/onts-registration/src/run/roll-back.ts',
    'plugins/onts-registration/src/plan/conflicts.ts',
  ),
  room('visibility', 'core/inventory/src/visibility.ts'),
  room('import', 'core/inventory/src/transfer/import/work.ts', 'core/inventory/src/transfer/import/write.ts'),
  room('sandbox', 'core/template-kit/src/render/runtime'),
  room('snmpv3', 'plugins/traps/src/intake/snmp'),
  room('masks', 'core/driver-kit/src/cli/secrets'),
  room('backups', 'plugins/backups/src/versions', 'plugins/backups/src/compare'),
  room('links', 'plugins/links/src/discovery'),
  room('correlation', 'plugins/correlation/src/outages'),
  room('stays', 'plugins/fdb-history/src/stays'),
  room('delivery', 'plugins/notifications/src/delivery'),
]
