import { conversation } from '../conversation.ts'
import { CommandError } from '../command.ts'
import { emptyConfig, type FirstConfig, type Question } from './questions.ts'

const left = () => new CommandError('the questions were left: nothing was written')

/** Asks one question until its answer fits. */
async function asked(
  { text, standard, put }: Question,
  config: FirstConfig,
  talk: ReturnType<typeof conversation>,
): Promise<void> {
  for (;;) {
    const answer = await talk.ask(`${text} [${standard}]`)
    if (answer === null) throw left()
    try {
      return put(answer || standard, config)
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      talk.say(error.message)
    }
  }
}

/**
 * The configuration that the flags describe. What no flag tells is asked with `ask`, and is the standard
 * without it.
 * @throws CommandError for a flag that does not fit, or if the person leaves
 */
export async function filled(
  questions: readonly Question[],
  flags: Readonly<Record<string, string | boolean | undefined>>,
  ask: boolean,
): Promise<FirstConfig> {
  const config = emptyConfig()
  const open: Question[] = []
  for (const question of questions) {
    const given = flags[question.option]
    if (given !== undefined) question.put(String(given), config)
    else if (ask) open.push(question)
    else question.put(question.standard, config)
  }
  if (open.length === 0) return config
  const talk = conversation()
  try {
    for (const question of open) await asked(question, config, talk)
  } finally {
    talk.close()
  }
  return config
}
