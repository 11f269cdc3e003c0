import type { CliOptions } from '../../contract/cli.ts'
import { isSecretAnswer, isSecretQuestion } from './commands.ts'
import { commonSecrets } from './common.ts'
import { createLineMasker, mask, maskRepeated, maskSecrets, noteSecret } from './mask.ts'

/** Masks one session on a console, command by command. */
export interface ConsoleMasker {
  /**
   * Begins the next command. Returns it as it may be shown. The whole command is a secret if the command
   * before it waited for a question for one.
   */
  command(text: string, options?: Pick<CliOptions, 'answers' | 'prompt' | 'secrets'>): string
  /** Masks a text of the device: also secrets of the present command that it repeats. */
  masked(text: string): string
  /** Masks a text of the device line by line: a long text need not be masked at once. */
  lines(): (line: string) => string
}

/**
 * The masker of a session that begins.
 * @param patterns those of the console's profile
 * @param known secrets that are masked in every text, for example the password of the login
 */
export function createConsoleMasker(
  patterns: readonly RegExp[] = commonSecrets,
  known: readonly string[] = [],
): ConsoleMasker {
  let asksSecret = false
  const told = new Set(known)
  const found = new Set<string>()
  return {
    command(text, { answers = [], prompt, secrets = [] } = {}) {
      for (const secret of secrets) told.add(secret)
      found.clear()
      const typed = text.trim()
      const isAnswer = asksSecret && isSecretAnswer(typed, null)
      asksSecret = prompt !== undefined && isSecretQuestion(prompt)
      if (isAnswer) noteSecret(found, typed)
      for (const { answer, prompt: question } of answers)
        if (isSecretAnswer(answer, question === null ? null : String(question))) noteSecret(found, answer)
      return isAnswer ? mask : maskSecrets(patterns, maskRepeated(told, text), found)
    },
    masked: text => maskSecrets(patterns, maskRepeated([...told, ...found], text)),
    lines() {
      const repeated = [...told, ...found]
      const masked = createLineMasker(patterns)
      return line => masked(maskRepeated(repeated, line))
    },
  }
}
