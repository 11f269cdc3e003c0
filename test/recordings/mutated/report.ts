import type { Mutation } from './mutation.ts'
import type { Checked } from './run.ts'
import { verdicts } from './verdict.ts'

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}

/** One line for each kind of change: answers checked, and their verdicts. */
export function sumsOf(checked: readonly Checked[], mutations: readonly Mutation[]): string[] {
  const line = (name: string, own: readonly Checked[]) =>
    [
      name.padEnd(14),
      String(own.length).padStart(6),
      ...verdicts.map(verdict => String(own.filter(one => one.verdict === verdict).length).padStart(7)),
    ].join(' ')
  return [
    ['change'.padEnd(14), ' asked', ...verdicts.map(verdict => verdict.padStart(7))].join(' '),
    ...mutations.map(({ id }) =>
      line(
        id,
        checked.filter(one => one.mutation === id),
      ),
    ),
    line('all', checked),
  ]
}

/** Wrong and silent answers, each with its first differences. */
export const failuresOf = (checked: readonly Checked[], most = 2): string[] =>
  checked
    .filter(({ verdict }) => verdict === 'wrong' || verdict === 'silent')
    .flatMap(({ device, mutation, what, module, verdict, why }) =>
      why
        .slice(0, most)
        .map(
          ({ path, was, is }) =>
            `${verdict} ${mutation} ${device} ${module} (${what}): ${path} was ${shown(was)}, is ${shown(is)}`,
        ),
    )
