import type { Why } from './refused.ts'

/** Names that lead to the machinery of JavaScript. No variable of a device has one. */
export const forbidden: ReadonlySet<string> = new Set([
  '__proto__',
  'constructor',
  'prototype',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
])

export const whyForbidden = (name: string): Why => ({
  code: 'PROTOTYPE_ACCESS',
  message: `a template may not use the name "${name}"`,
  hint: 'Name a field of a variable.',
})
