import { expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { makeOnce } from './make-once.ts'

it('tries under one key until it is made, and makes the next under another', async () => {
  const keys: string[] = []
  const lost = (key: string) => {
    keys.push(key)
    return Promise.reject(new Error('no answer'))
  }
  const answered = async (key: string) => void keys.push(key)
  await expect(makeOnce('a class', lost)).rejects.toThrow('no answer')
  await makeOnce('a class', answered)
  await makeOnce('a class', answered)
  await makeOnce('a course', answered)
  expect(keys[1]).toBe(keys[0])
  expect(new Set(keys).size).toBe(3)
  expect(keys.every((key) => /^[\w-]{8,64}$/.test(key))).toBe(true)
})

it('makes something new under another key once an earlier try has come with other content', async () => {
  const keys: string[] = []
  const answer = (error?: Error) => (key: string) => {
    keys.push(key)
    return error ? Promise.reject(error) : Promise.resolve()
  }
  await expect(makeOnce('a file', answer(new Error('no answer')))).rejects.toThrow()
  await expect(makeOnce('a file', answer(new ApiError(409, { code: 'key_used' })))).rejects.toThrow()
  await makeOnce('a file', answer())
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})
