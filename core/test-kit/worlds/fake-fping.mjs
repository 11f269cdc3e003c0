#!/usr/bin/env node
// Speaks as fping 5 does. What it answers stands in a JSON file, read again at every echo:
// { silent: [address], mute: [address], loss: { address: part }, evenLoss: { address: part }, exit: code,
// fail: text, speed: divisor of the period }.
import { readFileSync, appendFileSync } from 'node:fs'

const folder = new URL('.', import.meta.url).pathname
const weather = () => JSON.parse(readFileSync(`${folder}weather.json`, 'utf8'))
const args = process.argv.slice(2)
const value = name => Number(args[args.indexOf(name) + 1])
const targets = readFileSync(0, 'utf8').split('\n').filter(Boolean)
appendFileSync(`${folder}starts`, `${JSON.stringify({ pid: process.pid, args, targets })}\n`)
const { fail, speed = 1 } = weather()
if (fail) {
  console.error(fail)
  process.exit(4)
}
const isLost = (now, ip, n) => {
  const even = now.evenLoss?.[ip] ?? 0
  return (
    now.silent?.includes(ip) ||
    Math.floor((n + 1) * even) > Math.floor(n * even) ||
    Math.random() < (now.loss?.[ip] ?? 0)
  )
}
const period = value('-p') / speed
process.stdout.on('error', () => process.exit(0))

if (args.includes('-C')) {
  const rows = new Map(targets.map(ip => [ip, []]))
  for (let n = 0; n < value('-C'); n++) {
    const now = weather()
    for (const ip of targets) rows.get(ip).push(isLost(now, ip, n) ? '-' : '0.42')
    await new Promise(resolve => setTimeout(resolve, period))
  }
  console.error([...rows].map(([ip, row]) => `${ip} : ${row.join(' ')}`).join('\n'))
  process.exit([...rows.values()].some(row => row.every(one => one === '-')) ? 1 : 0)
}

let seq = 0
setInterval(() => {
  const now = weather()
  if (now.exit !== undefined) process.exit(now.exit)
  const at = (Date.now() / 1000).toFixed(5)
  const lines = targets
    .filter(ip => !now.mute?.includes(ip))
    .map(ip =>
      isLost(now, ip, seq)
        ? `[${at}] ${ip} : [${seq}], timed out (NaN avg, 100% loss)`
        : `[${at}] ${ip} : [${seq}], 64 bytes, 0.420 ms (0.420 avg, 0% loss)`,
    )
  process.stdout.write(lines.length ? `${lines.join('\n')}\n` : '')
  seq++
}, period)
