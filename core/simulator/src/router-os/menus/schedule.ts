import { type Item, type Menu, Trap } from '../command.ts'
import { backupOf, loadBackup } from '../backup.ts'
import type { RouterOsState, Schedule } from '../state.ts'
import { idOf, routerOsDate, routerOsTime, yes } from '../values.ts'
import { findRow, nextId, refuseOthers, takeRow } from './rows.ts'

/** `5m`, `1h30m`, `00:05:00`, or seconds. */
function secondsOf(text: string): number {
  const clock = /^(\d+):(\d\d):(\d\d)$/.exec(text)
  if (clock) return Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3])
  const units: Readonly<Record<string, number>> = { w: 604_800, d: 86_400, h: 3600, m: 60, s: 1 }
  const parts = [...text.matchAll(/(\d+)([wdhms]?)/g)]
  if (parts.map(([part]) => part).join('') !== text || text === '')
    throw new Trap('invalid value for argument interval', 1)
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (units[unit || 's'] ?? 1), 0)
}

const loading = /^\/system backup load name=(?<name>[\w.-]+) password=""$/

/** Runs the entries whose moment has come. No timer is needed: it is called before anything is answered. */
export function runSchedules(router: RouterOsState, reboot: () => void): void {
  const now = router.clock.now()
  for (const one of router.schedules.filter(({ disabled, nextMs }) => !disabled && nextMs <= now)) {
    one.nextMs += one.everySec * 1000
    one.runs++
    const file = loading.exec(one.event)?.groups!['name']
    const backup = file === undefined ? undefined : router.files.get(file)
    if (backup) return loadBackup(router, backup, reboot)
  }
}

const itemOf = (router: RouterOsState, one: Schedule): Item => ({
  '.id': idOf(one.id),
  name: one.name,
  interval: routerOsTime(one.everySec),
  'on-event': one.event,
  'run-count': String(one.runs),
  'next-run': routerOsDate(one.nextMs, router.version),
  disabled: yes(one.disabled),
})

/**
 * `/system/scheduler`, `/system/backup`, `/file` and `/ip/service`, which a change that undoes itself needs.
 */
export const scheduleMenus = (router: RouterOsState): Record<string, Menu> => ({
  '/system/scheduler': {
    items: () => router.schedules.map(one => itemOf(router, one)),
    add(values) {
      refuseOthers(values, ['name', 'interval', 'on-event', 'comment', 'policy'])
      const { name = '', interval = '0s', 'on-event': event = '' } = values
      if (router.schedules.some(one => one.name === name))
        throw new Trap('failure: item with this name already exists')
      const everySec = secondsOf(interval)
      const id = nextId(router.schedules)
      const nextMs = router.clock.now() + everySec * 1000
      router.schedules.push({ id, name, everySec, event, nextMs, runs: 0, disabled: false })
      return idOf(id)
    },
    set(id, { disabled }) {
      if (disabled !== undefined) findRow(router.schedules, id).disabled = disabled === 'true'
    },
    remove(id) {
      takeRow(router.schedules, id)
    },
  },
  '/system/backup': {
    items: () => [],
    commands: {
      save({ name = router.facts.sysName }) {
        router.files.set(`${name}.backup`, backupOf(router))
        return []
      },
    },
  },
  '/file': {
    items: () =>
      [...router.files.keys()].map((name, at) => ({
        '.id': idOf(at + 1),
        name,
        type: 'backup',
        size: '24093',
      })),
    remove(id) {
      const name = [...router.files.keys()].find((_, at) => idOf(at + 1) === id)
      if (name === undefined) throw new Trap('no such item', 0)
      router.files.delete(name)
    },
  },
  '/ip/service': {
    items: () => [{ '.id': idOf(1), name: 'api', port: '8728', disabled: yes(router.apiOff) }],
    set(_, { disabled }) {
      if (disabled !== undefined) router.apiOff = disabled === 'true'
    },
  },
})
