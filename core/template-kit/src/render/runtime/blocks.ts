import Handlebars from 'handlebars'
import { named } from '../../helpers/arguments.ts'
import { isTrue } from '../../helpers/truth.ts'
import { forbidden, whyForbidden } from '../../base/forbidden.ts'
import { box, type Box } from './box.ts'
import { fieldOf } from './read.ts'
import { state, step, wrongAt } from './state.ts'

type Options = Handlebars.HelperOptions & { blockParams?: unknown }

/** `{{#if}}`; the other branch for `{{#unless}}`. */
export function branch(this: Box, condition: unknown, _site: number, options: Options): string {
  return isTrue(condition) ? options.fn(this) : options.inverse(this)
}

export function unless(this: Box, condition: unknown, _site: number, options: Options): string {
  return isTrue(condition) ? options.inverse(this) : options.fn(this)
}

export function within(this: Box, value: unknown, _site: number, options: Options): string {
  return isTrue(value) ? options.fn(box(value), { blockParams: [value] }) : options.inverse(this)
}

export function each(this: Box, items: unknown, site: number, options: Options): string {
  if (typeof items !== 'object' || items === null)
    throw wrongAt(site, {
      code: 'EACH_LIST',
      message: `{{#each}} needs a list, not ${named(items)}`,
      hint: 'Check it before: {{#if list}}{{#each list}} … {{/each}}{{/if}}.',
    })
  const list = Array.isArray(items)
  const keys = list ? null : Object.keys(items)
  const count = keys ? keys.length : (items as unknown[]).length
  if (count === 0) return options.inverse(this)
  const data = Handlebars.createFrame(options.data ?? {}) as Record<string, unknown>
  let text = ''
  for (let at = 0; at < count; at++) {
    step(site)
    const key = keys ? keys[at]! : at
    const item = (items as Record<string | number, unknown>)[key]
    Object.assign(data, { key, index: at, first: at === 0, last: at === count - 1 })
    text += options.fn(box(item), { data, blockParams: [item, key] })
  }
  return text
}

/** Writes a variable of the top level. */
export function set(this: Box, name: string, value: unknown, site: number): string {
  const { root } = state()
  step(site)
  if (this.value !== root && fieldOf(this.value, name) !== undefined)
    throw wrongAt(site, {
      code: 'SET_NAME',
      message: `"${name}" is also a field of the item of this block, and {{${name}}} would read that`,
      hint: 'Choose another name for the variable.',
    })
  root[name] = value
  return ''
}

/** What an included block sees: the fields of its context, and the values that it was given. */
export function context(...given: unknown[]): Box {
  const site = given.at(-2) as number
  const [base] = given
  const { root } = state()
  if (given.length === 3 && typeof base === 'object' && base !== null) return box(base)
  if (typeof base !== 'object' || base === null || Array.isArray(base))
    throw wrongAt(site, {
      code: 'BLOCK_ARGUMENTS',
      message: 'a block is included with an object',
      hint: 'Write {{> name port=1 vlan=2}}.',
    })
  const made: Record<string, unknown> = {}
  if (base !== root) Object.assign(made, base)
  for (let at = 1; at < given.length - 2; at += 2) {
    const name = given[at] as string
    if (forbidden.has(name)) throw wrongAt(site, whyForbidden(name))
    made[name] = given[at + 1]
  }
  return box(made)
}
