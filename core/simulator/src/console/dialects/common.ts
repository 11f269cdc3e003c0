import type { LivingSwitch } from '../../living/switch.ts'
import { type Port, type Zero, adminUp, inOctets, isUp, outOctets } from '../../living/port.ts'
import type { Refusal } from '../../living/control.ts'
import { type Command, Refused, type Shell } from '../dialect.ts'

export const cell = (text: string | number, width: number): string => String(text).padEnd(width)
export const number = (text: string | number, width: number): string => String(text).padStart(width)

/** `001e-5812-3456` with `-` and 4; upper case where asked. */
export function macText(mac: Buffer, separator: string, digits: number): string {
  const hex = mac.toString('hex')
  return Array.from({ length: hex.length / digits }, (_, at) =>
    hex.slice(at * digits, (at + 1) * digits),
  ).join(separator)
}

/** The FDB at this moment. */
export function fdbOf({ stations, control }: LivingSwitch): { mac: Buffer; vlan: number; port: Port }[] {
  const now = control.now()
  return stations
    .filter(({ heard, port }) => heard.at(now).state && isUp(port, now))
    .map(({ mac, vlan, port }) => ({ mac, vlan, port }))
    .toSorted((a, b) => a.vlan - b.vlan || a.mac.compare(b.mac))
}

export const up = ({ control }: Shell, port: Port): boolean => isUp(port, control.now())
export const enabled = adminUp

/** VLAN ids of `1,5-7`. */
export function vlanIds(text: string): number[] {
  const parts = text.split(',').map(part => /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(part.trim()))
  if (parts.some(part => part === null || Number(part[1]) > Number(part[2] ?? part[1]))) return []
  const ids = parts.flatMap(part =>
    Array.from(
      { length: Number(part![2] ?? part![1]) - Number(part![1]) + 1 },
      (_, at) => Number(part![1]) + at,
    ),
  )
  return ids.every(id => id >= 1 && id <= 4094) ? ids : []
}

/** `1-3,7` of sorted numbers. */
export function ranges(numbers: readonly number[]): string {
  const runs: [number, number][] = []
  for (const one of numbers) {
    const last = runs.at(-1)
    if (last && one === last[1] + 1) last[1] = one
    else runs.push([one, one])
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',')
}

/** Finds a port by a name as people type it: `gi1/0/1`, `Gi 1/0/1`, `GigabitEthernet1/0/1`. */
export function portNamed(shell: Shell, text: string): Port | undefined {
  const [, kind, place] = /^([a-z]+)\s*([\d/]+)$/i.exec(text.trim()) ?? []
  if (!kind) return undefined
  return shell.device.ports.find(port => {
    const [, ownKind, ownPlace] = /^([a-z]+)([\d/]+)$/i.exec(port.ifDescr)!
    return ownPlace === place && ownKind!.toLowerCase().startsWith(kind.toLowerCase())
  })
}

/** Ends the command with the vendor's words where the configuration refuses. */
export function must(
  refusal: Refusal | null,
  words: Partial<Record<Refusal, string>>,
  otherwise: string,
): void {
  if (refusal !== null) throw new Refused(words[refusal] ?? otherwise)
}

/** Takes a text as a line editor does: quotes around it are not part of it. */
export const unquoted = (text: string): string => /^"(.*)"$/.exec(text)?.[1] ?? text

/** Commands that only move: to another mode, or out. */
export const goes = (words: string, to: string | ((shell: Shell) => void)): Command => ({
  words,
  run(shell) {
    if (typeof to === 'string') shell.mode = to
    else to(shell)
    return undefined
  },
})
export const leaves = (words: string): Command => goes(words, shell => shell.leave())

/** Does it to each port that the mode is about. */
export const onPorts = (
  words: string,
  act: (port: Port, shell: Shell, args: Readonly<Record<string, string>>) => void,
): Command => ({
  words,
  run(shell, args) {
    for (const port of shell.ports) act(port, shell, args)
    return undefined
  },
})

/** What is configured for a mode that the port is not in is taken without a word, and does nothing. */
export const inMode = (port: Port, mode: Port['mode'], act: () => void): void => {
  if (port.mode === mode) act()
}

export interface Counters {
  in: number
  out: number
}
/** Octets of a port, since `zero` where the command line counts by itself. */
export const counters = (shell: Shell, port: Port, zero?: Zero): Counters => {
  const now = shell.control.now()
  return zero
    ? { in: Math.floor(inOctets(port, now, { zero })), out: Math.floor(outOctets(port, now, { zero })) }
    : { in: Math.floor(inOctets(port, now)), out: Math.floor(outOctets(port, now)) }
}

/** `4 days, 3 hours, 2 minutes, 1 seconds` of the time since the start. */
export function uptimeText({ control }: Shell): string {
  const seconds = Math.max(0, Math.floor((control.now() - control.facts.bootMs) / 1000))
  return `${Math.floor(seconds / 86_400)} days, ${Math.floor(seconds / 3600) % 24} hours, ${Math.floor(seconds / 60) % 60} minutes, ${seconds % 60} seconds`
}

/** Lines of a caret under column `at`. */
export const caret = (at: number): string => `${' '.repeat(Math.max(0, at))}^\n`
