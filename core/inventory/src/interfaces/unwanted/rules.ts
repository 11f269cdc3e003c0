import { ifTypeNumber } from '@linecard/driver-kit/builders'
import type { Config } from '../../config.ts'
import { longestUnwanted, mostUnwanted } from '../../devices/connection/unwanted.ts'
import type { Seen } from '../reading/seen.ts'

/**
 * A pattern in which `*` stands for any text, as a function of a text in lower case. Each part is looked for
 * once, behind the one before: no pattern takes longer than its length times that of the text.
 */
export function patternOf(pattern: string): (text: string) => boolean {
  const [first = '', ...parts] = pattern.toLowerCase().split(/\*+/)
  const last = parts.pop()
  if (last === undefined) return text => text === first
  return text => {
    const end = text.length - last.length
    if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return false
    let at = first.length
    for (const part of parts) {
      const found = text.indexOf(part, at)
      if (found < 0) return false
      at = found + part.length
    }
    return at <= end
  }
}

type Params = Readonly<Record<string, unknown>> | null
type From = 'device' | 'model' | 'settings'

/** A list of types or of names, and where it comes from. */
export interface Rule {
  values: readonly string[]
  from: From
}
export interface Rules {
  types: Rule
  names: Rule
}

const listed = (value: unknown): readonly string[] | null =>
  Array.isArray(value)
    ? value
        .filter(one => (typeof one === 'string' && one !== '') || typeof one === 'number')
        .slice(0, mostUnwanted)
        .map(one => String(one).slice(0, longestUnwanted))
    : null

/**
 * The rules of a device: its own, else those of its model, else those of the settings, each list by itself.
 */
export function rulesOf(
  config: Pick<Config, 'unwanted_types' | 'unwanted_names'>,
  { device, model }: { device: Params; model: Params },
): Rules {
  const rule = (key: 'types' | 'names', setting: readonly string[]): Rule => {
    const [own, ofModel] = [listed(device?.[key]), listed(model?.[key])]
    if (own) return { values: own, from: 'device' }
    return ofModel ? { values: ofModel, from: 'model' } : { values: setting, from: 'settings' }
  }
  return { types: rule('types', config.unwanted_types), names: rule('names', config.unwanted_names) }
}

/** ONUs are customers, and PON ports hold them: they are never left out. */
const always: ReadonlySet<string> = new Set(['ONU', 'PON'])

/** Whether nobody wants an interface; null: the rules are empty. */
export function unwantedBy({ types, names }: Rules): ((seen: Seen) => boolean) | null {
  if (types.values.length === 0 && names.values.length === 0) return null
  const numbers = new Set(types.values.flatMap(word => ifTypeNumber(word) ?? []))
  const words = new Set(types.values.map(word => word.toUpperCase()))
  const patterns = names.values.map(patternOf)
  return ({ type, ifType, name }) => {
    if (always.has(type)) return false
    if (words.has(type.toUpperCase()) || (ifType != null && numbers.has(ifType))) return true
    const text = name.toLowerCase()
    return patterns.some(fits => fits(text))
  }
}
