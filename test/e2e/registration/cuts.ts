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

/** Cuts the session once at the command with this index: before the OLT does it, or after. */
export async function cutAt<T>(
  world: OltWorld,
  commands: readonly string[],
  index: number,
  unrun: boolean,
  work: () => Promise<T>,
): Promise<T> {
  const command = commands[index]!
  const nth = commands.slice(0, index + 1).filter(one => one === command).length
  return world.faulty({ drop: { command: onceAt(command, nth), after: 0, unrun } }, work)
}
