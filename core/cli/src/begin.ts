/**
 * Leaves a command to the service that runs. Else it says what a person waits for before the packages are
 * loaded, which takes the most of a start. What was compiled at an earlier start is used again.
 */
import { readFileSync } from 'node:fs'
import { keepCompiled } from '@linecard/kernel/compile-cache'
import { doneByService } from './socket/client.ts'

const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
const { version } = JSON.parse(text) as { version: string }
const words = process.argv.slice(2)

if (words[0] === 'start') process.stderr.write(`Linecard ${version} starts: loading its packages\n`)
keepCompiled()
if (!(await doneByService(words, version))) await import('./run.ts')
