import { answersAndCalls } from './0001-answers-and-calls.ts'
import { hostKeys } from './0002-host-keys.ts'
import { tracesOfChanges } from './0003-traces-of-changes.ts'
import { sourcesOfAnswers } from './0004-sources-of-answers.ts'
import { copies } from './0005-copies.ts'
import { holds } from './0006-holds.ts'
import { habits } from './0007-habits.ts'
import { lightAnswers } from './0008-light-answers.ts'
import { plainAnswers } from './0009-plain-answers.ts'
import { matchingKeys } from './0010-matching-keys.ts'
import { thrown } from './0011-thrown.ts'

export const migrations = [
  answersAndCalls,
  hostKeys,
  tracesOfChanges,
  sourcesOfAnswers,
  copies,
  holds,
  habits,
  lightAnswers,
  plainAnswers,
  matchingKeys,
  thrown,
]
