import type { ApiError } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import type { Run } from './store.ts'

const words: Readonly<Record<Run['kind'], string>> = {
  register: 'registration',
  replace: 'replacement',
  move: 'move',
  remove: 'removal',
}

/** What is known of the OLT after an undo that left nothing. */
const comparedWords = (seen: Run['seen']): string =>
  seen?.configuration?.compared === true
    ? 'the OLT is as it was before'
    : 'it shows nothing of it, but whether its configuration is as it was before was not compared'

/** The error that tells how a registration failed; null: it is done. */
export function failureOf({
  id,
  kind,
  state,
  ident,
  error,
  left_over: leftOver,
  seen,
}: Run): ApiError | null {
  const why = (error ?? 'its reason is not known').replace(/\.$/, '')
  const what = words[kind]
  const left = leftOver.join('; ')
  const details = [
    { path: 'data', message: `registration ${id} is ${state}`, registration: id, state, left: leftOver },
  ]
  switch (state) {
    case 'done':
      return null
    case 'failed':
      return fail('ONTS_REGISTRATION_FAILED', { what, ident, why }, details)
    case 'rolled_back':
      return fail(
        'ONTS_REGISTRATION_ROLLED_BACK',
        { what, ident, why, compared: comparedWords(seen) },
        details,
      )
    case 'left':
      return fail('ONTS_REGISTRATION_LEFT', { what, ident, why, left, id }, details)
    default:
      return fail('ONTS_REGISTRATION_UNKNOWN', { ident, why, id }, details)
  }
}
