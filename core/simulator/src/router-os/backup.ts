import { adminUp } from '../simulated/port.ts'
import { configured } from '../simulated/timeline.ts'
import type { Backup, RouterOsState } from './state.ts'

const copies = <T extends object>(rows: readonly T[]): T[] => rows.map(row => ({ ...row }))

export const backupOf = (router: RouterOsState): Backup => ({
  sysName: router.facts.sysName,
  apiOff: router.apiOff,
  leases: copies(router.leases),
  statics: copies(router.statics),
  lists: copies(router.lists),
  queues: copies(router.queues),
  schedules: copies(router.schedules),
  ports: router.ports.map(port => ({ alias: port.alias, admin: adminUp(port) })),
})

const replace = <T extends object>(rows: T[], by: readonly T[]) =>
  void rows.splice(0, rows.length, ...copies(by))

/** Brings the configuration of a backup back. The router restarts. */
export function loadBackup(router: RouterOsState, backup: Backup, reboot: () => void): void {
  router.facts.sysName = backup.sysName
  router.apiOff = backup.apiOff
  replace(router.leases, backup.leases)
  replace(router.statics, backup.statics)
  replace(router.lists, backup.lists)
  replace(router.queues, backup.queues)
  replace(router.schedules, backup.schedules)
  for (const [at, { alias, admin }] of backup.ports.entries()) {
    const port = router.ports[at]!
    port.alias = alias
    port.cable.setAdmin(port.end, admin, router.clock.now())
  }
  configured()
  reboot()
}
