import { isIPv4 } from 'node:net'
import { configured } from '../../simulated/timeline.ts'
import { type Item, Trap } from '../command.ts'
import { idOf } from '../values.ts'

/** RouterOS shows a comment only if there is one. */
export const withComment = (comment: string): Item => (comment === '' ? {} : { comment })

/** The argument `address`. Throws Trap if it is not an IPv4 address. */
export const addressOf = (value: string | undefined): string => {
  if (value === undefined) throw new Trap('missing value(s) of argument(s) address', 1)
  if (!isIPv4(value)) throw new Trap('invalid value for argument address', 1)
  return value
}
/** The argument `mac-address`, in upper case. Throws Trap if it is not a MAC address. */
export const macOf = (value: string | undefined): string => {
  if (value === undefined || !/^([0-9A-F]{2}:){5}[0-9A-F]{2}$/i.test(value))
    throw new Trap('invalid value of mac-address, mac address required', 1)
  return value.toUpperCase()
}
/** Throws Trap for an argument that is not in `known`. */
export const refuseOthers = (values: Item, known: readonly string[]) => {
  const other = Object.keys(values).find(name => !known.includes(name))
  if (other) throw new Trap(`unknown parameter ${other}`, 1)
}
export const nextId = (rows: readonly { id: number }[]) => Math.max(0, ...rows.map(({ id }) => id)) + 1
/** Removes an item from its list. Throws Trap if it is not there. */
export function takeRow<T extends { id: number }>(rows: T[], id: string, offset = 0): T {
  const at = rows.findIndex(row => idOf(row.id + offset) === id)
  if (at < 0) throw new Trap('no such item', 0)
  configured()
  return rows.splice(at, 1)[0]!
}
/** Finds an item that is about to be changed. Throws Trap if it is not there. */
export function findRow<T extends { id: number }>(rows: readonly T[], id: string, offset = 0): T {
  const row = rows.find(one => idOf(one.id + offset) === id)
  if (!row) throw new Trap('no such item', 0)
  configured()
  return row
}
