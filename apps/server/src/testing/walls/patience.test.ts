import { minuteMs } from '@escola/contract/durations'
import { isTest, type Source } from './code.ts'
import { wall } from './wall.ts'

const toMs = (text: string) => (text === 'minuteMs' ? minuteMs : Number(text.replaceAll('_', '')))
const toLine = ({ file, text }: Source, index: number) => `${file}:${text.slice(0, index).split('\n').length}`

/** Waits of a suite go on for 20 seconds and its tests for 90, at the least: its configuration says it once. */
const waits = /\b(?:poll|waitFor\w*|find(?:All)?By\w+)\((?:(?!\n\n)[\s\S]){0,250}?\btimeout: ([\d_]+|minuteMs)\b/g
const tests = /^(?: *it\b.*\{ timeout: ([\d_]+|minuteMs) \}|\}, ([\d_]+|minuteMs)\))/gm

wall(
  'a test waits as long as its suite allows, for a lower ceiling is met on a busy machine alone',
  (sources) =>
    sources
      .filter(({ file }) => isTest(file) && !file.startsWith('apps/bench/'))
      .flatMap((source) =>
        [
          ...[...source.text.matchAll(waits)].filter(([, ms]) => toMs(ms!) < 20_000),
          ...[...source.text.matchAll(tests)].filter(([, first, second]) => toMs((first ?? second)!) < 90_000),
        ].map(({ index }) => toLine(source, index)),
      ),
  { file: 'apps/server/src/a.test.ts', text: `await expect.${'poll'}(read, { timeout: 5000 })` },
)

wall(
  'a test waits by expect.poll, since vi.waitFor gives up after a second',
  (sources) =>
    sources
      // The set-up of the screens' tests gives it their patience, and it moves a clock that stands.
      .filter(({ file }) => isTest(file) && !file.startsWith('apps/web/'))
      .flatMap((source) =>
        [...source.text.matchAll(/\bvi\.wait(?:For|Until)\(/g)].map(({ index }) => toLine(source, index)),
      ),
  { file: 'apps/server/src/a.test.ts', text: 'await vi.' + 'waitFor(() => expect(lines).toHaveLength(3))' },
)

/** Loads of a page that is judged a while after each, however much of it is there. */
const loads = /expect\(async \(\) => \{(?:(?!toPass\()[\s\S])*?\.(?:goto|reload)\((?:(?!toPass\()[\s\S])*toPass\(/g

wall(
  'a journey that loads a page until it shows something takes loadUntil, for a busy machine loads it later than any ceiling says',
  (sources) =>
    sources
      .filter(({ file }) => /^apps\/e2e\/.*\.spec\.ts$/.test(file))
      .flatMap((source) => [...source.text.matchAll(loads)].map(({ index }) => toLine(source, index))),
  {
    file: 'apps/e2e/a.spec.ts',
    text: 'await expect(async () => {\n  await page.reload()\n  await expect(row).toBeVisible({ timeout: 3000 })\n}).toPass()',
  },
)
