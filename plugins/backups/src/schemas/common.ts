import { Type as T } from 'typebox'
import { closedObject, nullable } from '@linecard/plugin-kit'

/** Why a reading failed; null: it did not. */
export const Failure = nullable(closedObject({ code: T.String(), description: T.String() }))

export const exampleTime = '2026-03-02T01:10:00.000Z' as unknown as Date
