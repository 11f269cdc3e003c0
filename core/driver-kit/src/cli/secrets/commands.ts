import { createLineMasker, mask, maskPlaces, noteSecret, type FoundSecrets } from './mask.ts'

/** A question whose answer is a secret. */
const secretQuestion = /passw|pass(?:phrase|code|\b)|secret|\bkey\b|communit|credential|\bpin\b|psk|token/i
/** Answers to usual questions (`Continue? [Y/N]`), which hide nothing, also addresses and names of files. */
const usualAnswer = new RegExp(
  [
    'y|n|yes|no|a|all|q|quit|ok|c|cancel|continue|confirm|enter',
    String.raw`[\d.:/-]{0,3}|\d{1,3}(?:\.\d{1,3}){3}`,
    String.raw`[\w/:.-]{1,100}\.(?:bin|img|had|cc|swi|tar|zip|cfg|conf|config|txt|xml|dat)`,
  ]
    .map(answer => `^(?:${answer})$`)
    .join('|'),
  'i',
)

/** Whether a question of a device asks for a secret: a password, key, community or token. */
export const isSecretQuestion = (question: string): boolean => secretQuestion.test(question)

/** Whether the answer to this question is a secret. Null: the question is not known. */
export const isSecretAnswer = (answer: string, question: string | null): boolean =>
  (question === null || secretQuestion.test(question)) && !usualAnswer.test(answer) && answer !== mask

/** An answer, its quotes and the question, also if the construct is not well-formed. */
const answers =
  /<confirm(?:-if)?\s{0,9}=\s{0,9}(?:"(?<quoted>[^"]*)(?:"\s{0,9},\s{0,9}"(?<when>[^"]*))?|(?<bare>[^">,]+))/dg
/** The first construct, well-formed or not. */
const construct = /<(?:confirm|prompt|cr>|stream_timeout|sleep|exception)/
/**
 * A construct, or text outside of constructs. Such text is not well-formed and can hold a secret all the
 * same.
 */
const parts = /(<[a-z_-]{2,16}[^>]{0,4096}>?)|[^<]+/g
const waits = /<prompt\s{0,9}=\s{0,9}"([^"]*)/

/** The constructs with `***` in place of answers that are secrets, well-formed or not. */
function maskAnswers(text: string, found?: FoundSecrets): string {
  const places = [...text.matchAll(answers)].flatMap(({ indices, groups }) => {
    const place = (indices!.groups!['quoted'] ?? indices!.groups!['bare'])!
    return isSecretAnswer(text.slice(...place), groups!['when'] ?? null) ? [place] : []
  })
  return maskPlaces(text, places, found)
}

/**
 * Masks commands in the syntax of `console_command` that follow each other: secrets in their words, answers
 * to questions for passwords, and the line that follows `<prompt="Password:">`, because it is the answer.
 */
export function createCommandMasker(
  patterns: readonly RegExp[],
  found?: FoundSecrets,
): (text: string) => string {
  const masked = createLineMasker(patterns, found)
  let isAnswer = false
  const constructsOf = (text: string): string =>
    maskAnswers(text, found).replace(parts, (part, inside?: string) => inside ?? masked(part))
  const maskLine = (line: string): string => {
    const at = line.search(construct)
    const text = at < 0 ? line : line.slice(0, at)
    const constructs = at < 0 ? '' : constructsOf(line.slice(at))
    const typed = text.trim()
    const wasAsked = isAnswer
    const waitedFor = waits.exec(constructs)
    if (typed !== '' || waitedFor) isAnswer = waitedFor !== null && isSecretQuestion(waitedFor[1]!)
    if (!wasAsked || !isSecretAnswer(typed, null)) return masked(text) + constructs
    noteSecret(found, typed)
    return constructs ? `${mask} ${constructs}` : mask
  }
  return text => text.split('\n').map(maskLine).join('\n')
}

/** Commands, one per line, with `***` in place of their secrets. `found` receives the secrets. */
export const maskCommands = (patterns: readonly RegExp[], text: string, found?: FoundSecrets): string =>
  createCommandMasker(patterns, found)(text)
