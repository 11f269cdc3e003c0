import { assert } from '@linecard/test-kit'
import type { OltWorld } from '../olts/world.ts'

/** Matches the nth line that is this command, once. */
export function onceAt(command: string, nth: number): RegExp {
  let left = nth
  let over = false
  return Object.assign(/(?:)/, {
    test(line: string) {
      if (over || line.trim() !== command || --left > 0) return false
      over = true
      return true
    },
  })
}

/** The lines that the console gets during the work before these commands: what the service reads first. */
export async function leadOf(
  world: OltWorld,
  commands: readonly string[],
  work: () => Promise<unknown>,
): Promise<string[]> {
  const lines: string[] = []
  const command = Object.assign(/(?:)/, { test: (line: string) => (lines.push(line.trim()), false) })
  await world.faulty({ drop: { command, after: 0 } }, work)
  return leadIn(lines, commands)
}

/** The lines before the last time that all these commands follow. */
export function leadIn(lines: readonly string[], commands: readonly string[]): string[] {
  const follow = (from: number) => {
    let next = 0
    for (const line of lines.slice(from)) if (line === commands[next]) next++
    return next === commands.length
  }
  const start = lines.findLastIndex((line, at) => line === commands[0] && follow(at))
  assert.ok(start >= 0, `not typed: ${commands.join('; ')}`)
  return lines.slice(0, start)
}

/** How often this command was typed when it is at this index, with the same ones before. */
export const nthOf = (commands: readonly string[], index: number, lead: readonly string[]): number =>
  [...lead, ...commands.slice(0, index + 1)].filter(one => one === commands[index]).length

/**
 * Cuts the session once at the command with this index: before the OLT does it, or after. The same command
 * in `lead` is let through.
 */
export async function cutAt<T>(
  world: OltWorld,
  commands: readonly string[],
  index: number,
  unrun: boolean,
  work: () => Promise<T>,
  lead: readonly string[] = [],
): Promise<T> {
  const command = commands[index]!
  const nth = nthOf(commands, index, lead)
  return world.faulty({ drop: { command: onceAt(command, nth), after: 0, unrun } }, work)
}
