import { consoleCommand, multiConsoleCommand, saveConfig } from '@linecard/driver-kit/modules'
import type { RevertTyped } from '@linecard/driver-kit'
import type { Target } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'

/** What a guarded change needs to know of the console commands that are typed meanwhile. */
export interface GuardRules {
  /** Commands that would save the change. */
  saves?: RegExp | undefined
  /** What is typed for a command, where the commit of the change arms. */
  instead?: ((command: string) => RevertTyped | null) | undefined
}

/** One guarded change that is under way in this process. */
export interface Guard extends GuardRules {
  /** Changes of the device that have begun since it was armed. */
  changes: number
  /** The commit that arms. Null: it was not sent, or the device has refused it. */
  commit: { at: Date; answered: boolean } | null
}

const consoleModules: ReadonlySet<string> = new Set([consoleCommand.name, multiConsoleCommand.name])

type Device = Pick<Target, 'deviceId' | 'ip'>
const keyOf = ({ deviceId, ip }: Device) => (deviceId === null ? ip : String(deviceId))

/** All texts of an argument: of one command, of a list, of commands with constructs. */
const linesIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? value.split('\n')
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(linesIn)
      : []

/** The devices with a guarded change. */
export function createGuards() {
  const guards = new Map<string, Guard>()
  return {
    /** @throws ApiError EQUIPMENT_GUARDED if the device has one already */
    enter(device: Device, rules: GuardRules): { guard: Guard; leave(): void } {
      const key = keyOf(device)
      if (guards.has(key)) throw fail('EQUIPMENT_GUARDED', {}, [], 5)
      const guard: Guard = { ...rules, changes: 0, commit: null }
      guards.set(key, guard)
      return { guard, leave: () => void guards.delete(key) }
    },
    /**
     * Looks at a change before it is sent.
     * @throws ApiError EQUIPMENT_GUARDED_SAVE for one that would save the configuration
     */
    admit(device: Device, module: string, args: unknown): void {
      const guard = guards.get(keyOf(device))
      if (!guard) return
      const typed = consoleModules.has(module) ? linesIn(args) : []
      const saves = typed.some(line => !guard.instead?.(line) && guard.saves?.test(line))
      // The second one would confirm the first.
      const commits = typed.filter(line => typeof guard.instead?.(line)?.arms === 'number').length
      const again = commits > (guard.commit ? 0 : 1)
      if (module === saveConfig.name || saves || again) throw fail('EQUIPMENT_GUARDED_SAVE', { module })
    },
    /** The guarded change of the device that is under way. */
    of: (device: Device): Guard | undefined => guards.get(keyOf(device)),
    /** A change is about to be sent. */
    begun(device: Device): void {
      const guard = guards.get(keyOf(device))
      if (guard) guard.changes++
    },
  }
}
export type Guards = ReturnType<typeof createGuards>
