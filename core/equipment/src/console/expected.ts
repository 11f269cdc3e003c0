import type { CliOptions, CliProfile } from '@linecard/driver-kit/cli'
import { maxMatched } from './echo.ts'
import type { Expected } from './reader.ts'

/** Questions and refusals that are common to most devices. */
export const usual = {
  // With the colon: a banner may pause after the word.
  user: /(?:user ?(?:name|id)?|login(?: as| name)?|account)\s?:$/i,
  password: /pass ?(?:word|code|phrase)[^:]{0,64}:$/i,
  failed: new RegExp(
    '(?:login|authentication|permission|access)\\s+(?:is\\s+)?(?:incorrect|invalid|failed|denied|failure)' +
      '|bad (?:password|username)|(?:invalid|wrong|incorrect) (?:login|user|password)|fail to authenticate',
    'i',
  ),
  mustChange:
    /(?:must|need to|please) change (?:your |the )?(?:initial )?password|password has expired|new password\s*:/i,
}

/**
 * After so many ms of silence a line counts as a prompt: `known` for a mode seen before, `fresh` for another
 * one, `nameless` if the name of the device is not in it. Pagers and questions have their own times, because
 * the line may not be complete yet.
 */
export const settleMs = { known: 20, fresh: 250, nameless: 1500, pager: 10, question: 30 }

export const asksFor = (question: RegExp, last: string): boolean => question.test(last.slice(-maxMatched))

const whole = (pattern: RegExp) => new RegExp(`^(?:${pattern.source})$`, pattern.flags.replace(/[gy]/g, ''))

/** What a console may show when a command has ended, or while it runs. */
export interface ConsolePatterns {
  /** Modes of the profile. */
  readonly modes: readonly string[]
  readonly pagers: readonly Expected<string>[]
  /** The patterns of the profile, with the usual ones where it has none. */
  readonly ask: typeof usual
  isPrompt(line: string): boolean
  /** The prompt in a line in which a message has left the end of an older prompt too. */
  promptIn(line: string): string
  /** Whether a line is what a pager shows. */
  isPager(line: string): boolean
  /** The prompt of a mode; it gives the name of the mode. */
  promptsOf(mode: string): Expected<string>[]
  /** Whether the device wants a new password. It must never get the present one as its answer. */
  wantsNewPassword(line: string): boolean
  /** Sets the name of the device as the first prompt shows it. Lines without it only look like prompts. */
  setName(firstPrompt: string): void
  /** Notes that a mode was seen: from now on its prompt counts sooner. */
  markKnown(mode: string): void
}

/** A torn prompt is not longer. */
const maxTornPrompt = 160

/** The line without its end, if that stands there twice: `sw1#1#` is `sw1#` behind a message that tore it. */
function withoutTwice(line: string): string {
  if (line.length <= maxTornPrompt)
    for (let size = 1; 2 * size <= line.length; size++) {
      const before = line.slice(0, -size).trimEnd()
      if (before.endsWith(line.slice(-size).trimStart())) return before
    }
  return line
}

export function createPatterns(profile: CliProfile): ConsolePatterns {
  const prompts = new Map(Object.entries(profile.modes).map(([mode, { prompt }]) => [mode, whole(prompt)]))
  const all = [...prompts.values()]
  const known = new Set<string>()
  const ask = { ...usual, ...profile.login }
  let name = ''
  const isPrompt = (line: string) => line.length <= maxMatched && all.some(pattern => pattern.test(line))
  const promptIn = (line: string) => {
    const untorn = isPrompt(line) ? line : withoutTwice(line)
    return isPrompt(untorn) ? untorn : line
  }
  return {
    modes: [...prompts.keys()],
    ask,
    pagers: profile.pager.map(({ prompt, answer }) => ({
      fits: last => last.length <= maxMatched && prompt.test(last),
      begins: last => prompt.exec(last)?.index ?? 0,
      answers: answer,
      settleMs: settleMs.pager,
    })),
    isPrompt,
    promptIn,
    isPager: line => line.length <= maxMatched && profile.pager.some(({ prompt }) => prompt.test(line)),
    promptsOf(mode) {
      const fits = (last: string) => last.length <= maxMatched && prompts.get(mode)!.test(last)
      return [
        {
          fits: last => last.includes(name) && fits(last),
          gives: mode,
          settleMs: known.has(mode) ? settleMs.known : settleMs.fresh,
        },
        { fits, gives: mode, settleMs: settleMs.nameless },
        { fits: last => last.includes(name) && fits(promptIn(last)), gives: mode, settleMs: settleMs.fresh },
      ]
    },
    // The patterns of a vendor add to the usual ones.
    wantsNewPassword: line => asksFor(usual.mustChange, line) || asksFor(ask.mustChange, line),
    setName(firstPrompt) {
      name = /[\w.-]{2,}/.exec(firstPrompt)?.[0] ?? ''
    },
    markKnown: mode => {
      known.add(mode)
    },
  }
}

/** Answers of a command to the questions of the device. `prompt` null answers any question. */
export const repliesOf = (
  { isPrompt }: ConsolePatterns,
  command: string,
  answers: NonNullable<CliOptions['answers']>,
  newline: string,
): Expected<string>[] => {
  /** A line that is neither the echo nor a prompt, and that stays. */
  const isQuestion = (last: string) => last !== '' && !last.endsWith(command.trimEnd()) && !isPrompt(last)
  return answers.map(({ prompt, answer }) => ({
    fits:
      prompt === null
        ? isQuestion
        : last => (typeof prompt === 'string' ? last.includes(prompt) : prompt.test(last)),
    answers: answer + newline,
    once: true,
    settleMs: prompt === null ? settleMs.fresh : settleMs.pager,
  }))
}
