import { answersAndCalls } from './0001-answers-and-calls.ts'

export const migrations = [answersAndCalls]
