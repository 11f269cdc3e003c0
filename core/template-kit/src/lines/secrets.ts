import { maskRepeated } from '@linecard/driver-kit/cli'
import type { Parameter } from '../contract/parameter.ts'
import type { RenderedLine, Variables } from '../contract/template.ts'

/** Parameters that are secrets, with what was filled in for them. */
export interface Secrets {
  keys: readonly string[]
  values: readonly string[]
}

/** The secrets among parameters. `params`: what a template sees, or what was sent. */
export function secretsAmong(parameters: readonly Parameter[], params: unknown): Secrets {
  const given = (params ?? {}) as Variables
  const keys = parameters.filter(({ type }) => type === 'secret').map(({ key }) => key)
  const values = keys.flatMap(key => (Object.hasOwn(given, key) ? [given[key]] : []))
  return { keys, values: values.map(value => String(value ?? '')).filter(value => value !== '') }
}

/** Shorter parts of a secret stand in other words too: masking them would hide nothing but those. */
const leastPart = 4

/** What of a line is secret: the values themselves, and what the author made of them. */
export function secretParts({ text, values }: RenderedLine, { keys, values: secrets }: Secrets): string[] {
  const made = values
    .filter(([, , name]) => keys.some(key => new RegExp(`\\bparams\\.${key}\\b`).test(name)))
    .map(([from, to]) => text.slice(from, to))
    .filter(part => part.length >= leastPart)
  return [...new Set([...secrets.filter(secret => text.includes(secret)), ...made])]
}

/** Texts, lists and objects of them without these secrets. */
export function withoutSecrets<T>(value: T, secrets: readonly string[]): T {
  const clean = (part: unknown): unknown => {
    if (typeof part === 'string') return maskRepeated(secrets, part)
    if (Array.isArray(part)) return part.map(clean)
    return typeof part === 'object' && part !== null
      ? Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, clean(inner)]))
      : part
  }
  return secrets.length === 0 ? value : (clean(value) as T)
}
