#!/usr/bin/env node
/**
 * Runs first, and imports nothing of ours before it has looked at Node: an old Node cannot even read what
 * follows. So it is written in what every Node with modules can run.
 */
import { readFileSync } from 'node:fs'

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  engines?: { node: string }
}
/** A published package says what it needs. In the repository `tools/run.mjs` brings the right Node. */
const needed = Number(/\d+/.exec(engines?.node ?? '0')![0])

if (Number(process.versions.node.split('.')[0]) >= needed) await import('./begin.ts')
else {
  process.stderr.write(
    `linecard: Node ${process.versions.node} at ${process.execPath} is too old: ` +
      `Linecard needs Node ${needed} or newer. ` +
      `Install it, or put it beside Linecard: npm install node@${needed}, then start it with npx linecard\n`,
  )
  process.exitCode = 1
}
