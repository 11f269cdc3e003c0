import { PgBoss } from 'pg-boss'
import { ApiError } from '@linecard/plugin-kit'
import { assert, growth, suite } from '@linecard/test-kit'
import { cronReader } from '../../src/jobs/cron.ts'

const test = suite('cron')
const cron = cronReader(new PgBoss({ connectionString: 'postgres://nobody@127.0.0.1/nothing' }))

const refusal = (text: string): ApiError => {
  try {
    cron.check(text)
  } catch (error) {
    return error as ApiError
  }
  throw new Error(`"${text}" was taken`)
}

test('accepts five fields: numbers, names, ranges, steps, lists', () => {
  for (const good of [
    '* * * * *',
    '*/5 * * * *',
    '0 4,12 * * *',
    '*/30 6-23 * * *',
    '0 0-20/4 1 JAN,jul mon-fri',
    '59 23 31 12 7',
    '0 0 29 2 *',
  ])
    assert.is(cron.check(good), good)
  assert.is(cron.check('  17   3 *\t* *  '), '17 3 * * *')
})

test('refuses everything else and reports what is wrong', () => {
  const bad: Record<string, RegExp> = {
    '': /1 fields/,
    '* * * *': /4 fields/,
    '0 * * * * *': /6 fields/,
    '@daily': /1 fields/,
    '61 * * * *': /expected range 0-59/,
    '* 24 * * *': /0-23/,
    '* * 0 * *': /1-31/,
    '* * * 13 *': /1-12/,
    '* * * * 8': /0-7/,
    '0 22-3 * * *': /Invalid range/,
    '*/0 * * * *': /a step of 0/,
    '*/90 * * * *': /a step of 90/,
    '5/15 * * * *': /minute "5\/15"/,
    'H * * * *': /minute "H"/,
    '0 0 L * *': /day of month "L"/,
    '0 0 * * 5#2': /day of week "5#2"/,
    '0 0 ? * *': /day of month/,
    '0 0 30 2 *': /day of month/,
    '0 0 * * mo': /day of week "mo"/,
    '1,,2 * * * *': /minute ""/,
    '-1 * * * *': /minute "-1"/,
    '0 0 * * *; drop': /6 fields/,
    '٣ * * * *': /minute/,
    'FREQ=DAILY': /1 fields/,
  }
  for (const [text, what] of Object.entries(bad)) {
    const { type, code, message, details } = refusal(text)
    assert.equal([type, code, details[0]?.path], ['VALIDATION_ERROR', 'JOB_CRON_WRONG', 'cron'], text)
    assert.match(message, what, `${text}: ${message}`)
  }
})

test('the time to refuse a hostile expression is linear in its length', async () => {
  for (const hostile of [
    (size: number) => `${'1,'.repeat(size)}x * * * *`,
    (size: number) => `${'*/'.repeat(size)} * * * *`,
  ])
    assert.ok((await growth(size => refusal(hostile(size)), 2_000)) < 40)
})

test('the next times are in UTC, independent of the time zone and the daylight saving of the machine', () => {
  const zone = process.env['TZ']
  const nights: Record<string, string[]> = {
    'Europe/Kyiv': ['2026-03-28T22:00:00Z', '2026-10-24T22:00:00Z'],
    'Australia/Lord_Howe': ['2026-04-04T12:00:00Z', '2026-10-03T12:00:00Z'],
    'America/New_York': ['2026-03-08T05:00:00Z', '2026-11-01T04:00:00Z'],
  }
  try {
    for (const [tz, changes] of Object.entries(nights)) {
      process.env['TZ'] = tz
      for (const from of changes.map(text => new Date(text))) {
        const half = cron
          .next('*/30 * * * *', from, 12)
          .map(date => (date.getTime() - from.getTime()) / 60_000)
        assert.equal(
          half,
          Array.from({ length: 12 }, (_, at) => 30 * (at + 1)),
          tz,
        )
        const daily = cron.next('30 2 * * *', from)
        assert.equal(
          daily.map(date => date.toISOString().slice(11)),
          ['02:30:00.000Z', '02:30:00.000Z', '02:30:00.000Z'],
          tz,
        )
        assert.is(daily[2]!.getTime() - daily[0]!.getTime(), 48 * 3_600_000)
      }
    }
  } finally {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  }
})
