/**
 * `node --conditions=source plugins/correlation/test/scenes/main.ts [--part <word>] [--from <n>] [--scenes <n>]
 * [--lost <share>]`: draws outages at random and tells how the judge fares, by kind and by the share of ONUs that
 * gasp. `--part`: `open` (default), with which the judge was built, or `closed`, whose figures count on first
 * contact only. `--lost`: so many polls do not come through.
 */
import { parseArgs } from 'node:util'
import { scoreOf, tableOf } from './score.ts'

const { values } = parseArgs({
  options: {
    part: { type: 'string', default: 'open' },
    from: { type: 'string', default: '0' },
    scenes: { type: 'string', default: '500' },
    lost: { type: 'string', default: '0' },
  },
})
const seeds = Array.from(
  { length: Number(values.scenes) },
  (_, at) => `${values.part} ${Number(values.from) + at}`,
)
const words = { lasting: 'while it lasts', last: 'when it is over' }
for (const gasps of [0, 0.5, 0.9, 1])
  for (const when of ['lasting', 'last'] as const) {
    console.log(`\n${gasps * 100} % of ONUs gasp, ${seeds.length} scenes, ${words[when]}`)
    console.table(tableOf(scoreOf(seeds, { gasps, lostPolls: Number(values.lost) }, when)))
  }
