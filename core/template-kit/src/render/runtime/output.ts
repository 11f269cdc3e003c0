import { mark } from '../../base/site.ts'
import type { Why } from '../../base/refused.ts'
import { maxIncluded } from '../../base/bounds.ts'
import { spend, state, step, wrongAt } from './state.ts'

// oxlint-disable-next-line no-control-regex
const control = /[\x00-\x1f\x7f-\x9f]/

function whyNot(value: unknown, name: string): Why | null {
  if (value === null)
    return {
      code: 'VALUE_NULL',
      message: `"${name}" is null: it is not known`,
      hint: `Give a value for it: {{default ${name} "…"}}, or check it with {{#if}}.`,
    }
  if (Array.isArray(value))
    return {
      code: 'VALUE_LIST',
      message: `"${name}" is a list`,
      hint: `Write {{join ${name} ","}}, or {{#each ${name}}} … {{/each}}.`,
    }
  if (typeof value === 'object')
    return {
      code: 'VALUE_OBJECT',
      message: `"${name}" is an object`,
      hint: `Name one of its fields: ${Object.keys(value)
        .slice(0, 5)
        .map(key => `${name}.${key}`)
        .join(', ')}.`,
    }
  if (typeof value === 'number' && !Number.isFinite(value))
    return { code: 'VALUE_NUMBER', message: `"${name}" is not a number`, hint: 'Check its arguments.' }
  if (typeof value === 'string' && control.test(value))
    return {
      code: 'VALUE_CONTROL',
      message: `"${name}" has a line break or another control character`,
      hint: 'A value is one line. Take a part of it, or {{ascii …}}, which makes spaces of them.',
    }
  return null
}

/** Output of an expression, marked as a value. @throws Refused for what is not one line of text */
export function out(value: unknown, site: number): string {
  const why = whyNot(value, state().sites[site]!.name)
  if (why) throw wrongAt(site, why)
  const text = String(value)
  spend(Buffer.byteLength(text), site)
  return mark.value + site.toString(36) + mark.end + text + mark.close
}

/** A block begins: its text counts. */
export function at(site: number): string {
  step(site)
  const { octets } = state().sites[site]!
  if (octets > 0) spend(octets, site)
  return ''
}

/** A block includes another. @throws Refused DEPTH_LIMIT */
export function enter(site: number): string {
  const now = state()
  step(site)
  if (++now.included > maxIncluded)
    throw wrongAt(site, {
      code: 'DEPTH_LIMIT',
      message: `blocks include each other more than ${maxIncluded} deep`,
      hint: 'A block may not include itself, directly or by another block.',
    })
  return ''
}

export function leave(): string {
  state().included--
  return ''
}
