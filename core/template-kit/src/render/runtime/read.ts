import { meant } from '../../base/nearest.ts'
import type { Why } from '../../base/refused.ts'
import { failure } from '../../base/failure.ts'
import type { Box } from './box.ts'
import { state, wrongAt } from './state.ts'

/** A field of an object or an item of a list. Only own ones: `toString` is none. */
export function fieldOf(holder: unknown, name: string): unknown {
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, name)) return undefined
  return (holder as Record<string, unknown>)[name]
}

const keysOf = (holder: unknown): string[] =>
  typeof holder === 'object' && holder !== null && !Array.isArray(holder) ? Object.keys(holder) : []

/** The last field that was found, in the words of the author: `device.params`. */
function whyMissing(holder: unknown, name: string, path: string): Why {
  if (holder === null || typeof holder !== 'object')
    return {
      code: 'FIELD_UNKNOWN',
      message: `"${path}": there is no "${name}" in ${holder === null ? 'null' : `the ${typeof holder}`}`,
      hint: `Check it before: {{#if …}}, or give a value for it: {{default ${path} "…"}}.`,
    }
  const hint = meant(name, keysOf(holder))
  return {
    code: 'FIELD_UNKNOWN',
    message: `"${path}": there is no "${name}"`,
    hint: `${hint}If it may be absent, give a value for it: {{default ${path} "…"}}.`,
  }
}

/** The value of a site that has none: undefined, an error kept for later, or an error now. */
function missing(site: number, why: () => Why): unknown {
  const { soft, lazy } = state().sites[site]!
  if (soft) return undefined
  const error = wrongAt(site, why())
  if (lazy) return failure(error)
  throw error
}

/** `holder.a.b`, the arguments being the names from `first` to the site at `to`. */
function walk(holder: unknown, names: readonly unknown[], first: number, to: number): unknown {
  let value = holder
  for (let at = first; at < to; at++) {
    const inner = fieldOf(value, names[at] as string)
    if (inner === undefined) {
      const [around, site] = [value, names[to] as number]
      return missing(site, () => whyMissing(around, names[at] as string, state().sites[site]!.name))
    }
    value = inner
  }
  return value
}

/**
 * A bare name: a field of the item of the block around, else a variable of the top level or one that `set`
 * wrote. Arguments: the names, the site, Handlebars' options.
 */
export function get(this: Box, ...given: unknown[]): unknown {
  const to = given.length - 2
  const name = given[0] as string
  const { root, sites, names } = state()
  const around = this.value
  const own = around === root ? undefined : fieldOf(around, name)
  const value = own === undefined ? fieldOf(root, name) : own
  if (value !== undefined) return to === 1 ? value : walk(value, given, 1, to)
  const site = given[to] as number
  return missing(site, () => {
    const path = sites[site]!.name
    const known = [...keysOf(around), ...Object.keys(root), ...names]
    return {
      code: 'VARIABLE_UNKNOWN',
      message: `there is no variable "${name}"${path === name ? '' : ` (${path})`}`,
      hint: `${meant(name, known)}If it may be absent, write {{default ${path} "…"}}.`,
    }
  })
}

/** Fields of a given value. Arguments: the value, the names, the site, Handlebars' options. */
export function from(...given: unknown[]): unknown {
  const to = given.length - 2
  if (given[0] !== undefined) return walk(given[0], given, 1, to)
  const site = given[to] as number
  return missing(site, () => ({
    code: 'VARIABLE_UNKNOWN',
    message: `"${state().sites[site]!.name}" has no value here`,
    hint: '@index, @key, @first, @last are for {{#each}}; ../ leaves one {{#each}} or {{#with}}.',
  }))
}

/**
 * Fields of a context. Arguments: its box, undefined above the top; the names, the site, Handlebars' options.
 */
export const up = (around: Box | undefined, ...given: unknown[]): unknown => from(around?.value, ...given)
