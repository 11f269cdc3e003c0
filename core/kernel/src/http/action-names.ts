import type { Operation } from './contract.ts'

/** Whether the operation is recorded in the action log: all but reads, and reads that declare an action. */
export const isRecorded = ({ method, spec }: Operation): boolean =>
  method === 'GET' ? spec.action !== undefined : !spec.readOnly

const irregular: Readonly<Record<string, string>> = {
  begin: 'begun',
  create: 'added',
  set: 'set',
  run: 'run',
  put: 'put',
  send: 'sent',
  read: 'read',
  reset: 'reset',
  get: 'read',
  'sign-in': 'logged_in',
  'sign-out': 'logged_out',
}
const past = (verb: string) =>
  irregular[verb] ??
  (verb.endsWith('e') ? `${verb}d` : verb.endsWith('y') ? `${verb.slice(0, -1)}ied` : `${verb}ed`)
const singular = (word: string) => word.replace(/s$/, '')

/**
 * Name of an operation in the action log: its tag, then the nouns of its id that the tag does not contain,
 * then the verb of its id in the past tense. `inventory.device.update` of tag `device` → `device:updated`,
 * `identity.key.create` of tag `user` → `user:key_added`.
 */
export function actionOf({ spec: { action, tag, operationId } }: Pick<Operation, 'spec'>): string {
  if (action) return action
  const [verb = '', ...nouns] = operationId.split('.').slice(1).toReversed()
  const inTag = new Set(tag.split(/[-_]/).map(singular))
  const more = nouns.toReversed().filter(noun => !noun.split('-').every(word => inTag.has(singular(word))))
  const done = past(Object.hasOwn(irregular, verb) ? verb : verb.replace(/-.*$/, ''))
  return `${tag}:${[...more, done].join('_').replaceAll('-', '_')}`
}
