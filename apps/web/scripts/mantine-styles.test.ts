import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { shared, sheetOf } from './mantine-styles.ts'

const mantine = path.resolve(import.meta.dirname, '../node_modules/@mantine/core')
const classesIn = (file: string) => readFileSync(path.join(mantine, file), 'utf8').match(/\.m_[\da-f]+/g) ?? []

it('leaves no class of Mantine’s without its styles', () => {
  const modules = readdirSync(path.join(mantine, 'esm'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.module.mjs'))
    .map((file) => sheetOf(`/@mantine/core/esm/${file}`))
  const given = [...shared, ...modules].flatMap((sheet) => classesIn(`styles/${sheet}.layer.css`))
  expect(new Set(given)).toEqual(new Set(classesIn('styles.layer.css')))
})
