import { answersAndCalls } from './0001-answers-and-calls.ts'
import { hostKeys } from './0002-host-keys.ts'

export const migrations = [answersAndCalls, hostKeys]
