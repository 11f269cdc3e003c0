import type { Onu } from './onu-state.ts'

/**
 * What was configured on an OLT and has no field in its state: T-CONTs, GEM ports, service ports, VLANs. The
 * lines are those of the vendor's running configuration.
 */
export interface Configuration {
  /** Puts a line in its section. A line with the same key is replaced in its place. */
  set(section: string, key: string, line: string): void
  /** False: there is no such line. Without `key` the whole section goes. */
  remove(section: string, key?: string): boolean
  has(section: string, key: string): boolean
  /** The line; undefined: there is none. */
  get(section: string, key: string): string | undefined
  /** In the order in which they were first put there. */
  lines(section: string): string[]
  readonly sections: readonly string[]
}

/** @param draw fills it, at its first use */
export function createConfiguration(draw: () => void = () => undefined): Configuration {
  const map = new Map<string, Map<string, string>>()
  let drawn = false
  const sections = () => {
    if (drawn) return map
    drawn = true
    draw()
    return map
  }
  return {
    set(section, key, line) {
      const lines = sections().get(section) ?? new Map<string, string>()
      sections().set(section, lines.set(key, line))
    },
    remove(section, key) {
      if (key === undefined) return sections().delete(section)
      const lines = sections().get(section)
      const had = lines?.delete(key) ?? false
      if (lines?.size === 0) sections().delete(section)
      return had
    },
    has: (section, key) => sections().get(section)?.has(key) ?? false,
    get: (section, key) => sections().get(section)?.get(key),
    lines: section => [...(sections().get(section)?.values() ?? [])],
    get sections() {
      return [...sections().keys()]
    },
  }
}

/**
 * The section of an ONU, or one of its parts. When an ONU is deleted or registered again, all of them go: see
 * `forgetOnu`.
 */
export const onuSection = ({ port, id }: Pick<Onu, 'port' | 'id'>, part?: string): string =>
  `${port.ifName}:${id}${part === undefined ? '' : ` ${part}`}`

/** Removes all sections of an ONU. */
export function forgetOnu(configuration: Configuration, onu: Pick<Onu, 'port' | 'id'>): void {
  const own = onuSection(onu)
  for (const section of configuration.sections)
    if (section === own || section.startsWith(`${own} `)) configuration.remove(section)
}
