import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from './code.ts'
import { commitFaults, commitsSince } from './commits.ts'

it('commits since this rule have a short subject of the right shape, and a body', () => {
  expect(commitsSince(root, path.relative(root, import.meta.filename)).flatMap(commitFaults)).toEqual([])
})

describe('in a repository of its own', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'escola-commits-'))
    git('init', '--quiet', '--initial-branch=main')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const git = (...args: string[]) => {
    const author = ['-c', 'user.name=Ana', '-c', 'user.email=ana@escola.test', '-c', 'commit.gpgsign=false']
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))
    const { status, stderr } = spawnSync('git', [...author, ...args], { cwd: folder, env, encoding: 'utf8' })
    expect(status, stderr).toBe(0)
  }
  const commit = (message: string) => git('commit', '--quiet', '--allow-empty', '-m', message)
  const addRule = () => {
    writeFileSync(path.join(folder, 'rule.ts'), '')
    git('add', 'rule.ts')
    commit('walls: commits are checked\n\nThe rule was only written down.')
  }
  const faults = () =>
    commitsSince(folder, 'rule.ts')
      .flatMap(commitFaults)
      .map((fault) => fault.replace(/^\S+ /, ''))

  it('a commit before the rule is not judged, each one after it is', () => {
    commit('Something old')
    addRule()
    expect(faults()).toEqual([])

    commit('students: a search finds accents\n\nSchools asked for it.')
    commit('docs: the map names the new folder')
    expect(faults()).toEqual([])

    commit('Fixed the search')
    commit('students: a search finds accents')
    commit(`students: ${'a'.repeat(63)}\n\nThe subject has 73 characters.`)
    expect(faults()).toEqual([
      `has a subject of 73 characters, at most 72 fit: students: ${'a'.repeat(63)}`,
      'needs a body that says why: students: a search finds accents',
      'needs a subject like "noun: what it does now": Fixed the search',
      'needs a body that says why: Fixed the search',
    ])
  })

  it('a merge and the older work that it brings are not judged', () => {
    commit('Something old')
    git('branch', 'older')
    addRule()
    git('checkout', '--quiet', 'older')
    commit('Work that began before the rule')
    git('checkout', '--quiet', 'main')
    git('merge', '--quiet', '--no-ff', '-m', "Merge branch 'older'", 'older')
    expect(faults()).toEqual([])
  })

  it('nothing is judged while the rule is not committed, and without a repository', () => {
    commit('Something old')
    expect(faults()).toEqual([])
    rmSync(path.join(folder, '.git'), { recursive: true })
    expect(faults()).toEqual([])
  })
})
