/**
 * `node --conditions=source test/recordings/cli/main.ts [platform]`: plays only the open consoles, and prints
 * every failure.
 */
import { glob } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Driver } from '@linecard/driver-kit'
import { replayConsoles } from './replay.ts'

const files: string[] = []
for await (const file of glob('drivers/*/src/index.ts')) files.push(file)
const drivers = await Promise.all(
  files.map(async file => ((await import(pathToFileURL(resolve(file)).href)) as { default: Driver }).default),
)
const only = process.argv[2] ? new RegExp(process.argv[2]) : undefined
const silent = process.argv[3] === 'parse'
const { sessions, compared, prompts, secrets } = await replayConsoles(
  join(resolve(process.env.LINECARD_RECORDINGS ?? '../shared/recordings'), 'cli'),
  drivers,
  { only, played: !silent },
)
for (const { source, name, played } of sessions)
  for (const { command, result, why } of played)
    if (result !== 'equal') console.log(`${source} ${name} "${command}": ${result}: ${why}`)
for (const { model, prompt, should, is } of prompts)
  if (should !== is && !only)
    console.log(`prompt of ${model} ${JSON.stringify(prompt)}: ${is ? 'taken for one' : 'not taken for one'}`)
for (const { session, secret, shown } of secrets)
  if (shown) console.log(`secret of ${session} shows: ${secret}`)
for (const { source, platform, area, sample, command, result, theirs, ours, cells } of compared) {
  if (result === 'different')
    console.log(
      `${source} ${platform} ${area} ${sample} "${command}" ${cells.join(',')}\n` +
        `   theirs ${JSON.stringify(theirs)}\n   ours   ${JSON.stringify(ours)}`,
    )
}
for (const [head, own] of Map.groupBy(compared, ({ platform, area }) => `${platform} ${area}`)) {
  const count = (result: string) => own.filter(one => one.result === result).length
  console.log(
    `${head}: ${own.length} rows, ${count('equal')} equal, ` +
      `${count('explained')} explained, ${count('different')} different`,
  )
}
for (const [reason, own] of Map.groupBy(
  compared.filter(({ result }) => result === 'explained'),
  one => one.reason,
))
  console.log(`because ${reason}: ${own.length}`)
if (process.argv[4])
  for (const one of compared)
    if (one.reason === process.argv[4])
      console.log(JSON.stringify([one.platform, one.sample, one.cells, one.theirs, one.ours]))
const all = sessions.flatMap(({ played }) => played)
const byResult = [...Map.groupBy(all, ({ result }) => result)].map(
  ([result, own]) => `${own.length} ${result}`,
)
console.log(`${sessions.length} sessions, ${all.length} commands: ${byResult.join(', ')}`)
