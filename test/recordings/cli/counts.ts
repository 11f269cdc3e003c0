import type { Played } from './play.ts'

export const count = <T>(all: readonly T[], fits: (one: T) => boolean) => all.filter(fits).length

/** Numbers of commands: equal, refused, different, taken for a refusal, no prompt, no login. */
export const sums = (played: readonly Played[]) =>
  (['equal', 'refused', 'different', 'mistaken', 'prompt', 'login'] as const).map(result =>
    count(played, one => one.result === result),
  ) as [number, number, number, number, number, number]
