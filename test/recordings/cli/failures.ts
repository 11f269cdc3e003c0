import { count, sums } from './counts.ts'
import type { CliReport } from './results.ts'

/** What fails the run, one line each. */
export function failuresOf({ sessions, compared, prompts, secrets }: CliReport): string[] {
  return [
    ...sessions.flatMap(({ source, name, played }) =>
      played
        .filter(({ result }) => result !== 'equal' && result !== 'refused')
        .map(({ command, result, why }) => `console ${source} ${name} "${command}": ${result}: ${why}`),
    ),
    ...prompts
      .filter(({ should, is }) => should !== is)
      .map(
        ({ model, prompt, is }) =>
          `console prompt of ${model} ${JSON.stringify(prompt)}: ` +
          (is ? 'taken for a prompt' : 'not taken for a prompt'),
      ),
    ...secrets
      .filter(({ shown }) => shown)
      .map(({ session, secret }) => `console secret of ${session} is shown: ${secret}`),
    ...compared
      .filter(({ result }) => result === 'different')
      .map(
        ({ platform, area, sample, cells, theirs, ours }) =>
          `console ${platform} ${area} ${sample}: ${cells.join(', ') || 'a row'}: ` +
          `theirs ${JSON.stringify(theirs)}, ours ${JSON.stringify(ours)}`,
      ),
  ]
}

/** One line for the output of the run. */
export function summary({ sessions, compared }: Pick<CliReport, 'sessions' | 'compared'>): string {
  const [equal, refused, ...others] = sums(sessions.flatMap(({ played }) => played))
  const failed = others.reduce((sum, one) => sum + one, 0)
  const rows = (result: string) => count(compared, one => one.result === result)
  return (
    `consoles: ${sessions.length} sessions, ${equal + refused + failed} commands, ${failed} failures; ` +
    `${compared.length} rows, ${rows('equal')} equal, ${rows('explained')} explained`
  )
}
