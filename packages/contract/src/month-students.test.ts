import { expect, it } from 'vitest'
import { freeStudentsText } from './month-students.ts'

it.each([
  [{ counted: 0, charged: 0, free: 15 }, '0 de 15 alunos grátis usados neste mês'],
  [{ counted: 15, charged: 0, free: 15 }, '15 de 15 alunos grátis usados neste mês'],
  [{ counted: 16, charged: 1, free: 15 }, '16 alunos neste mês: 15 grátis, 1 cobrado'],
  [{ counted: 2500, charged: 1500, free: 1000 }, '2.500 alunos neste mês: 1.000 grátis, 1.500 cobrados'],
  // A smaller plan charges none of those who are counted, and a greater one gives nothing back.
  [{ counted: 17, charged: 0, free: 15 }, '15 de 15 alunos grátis usados neste mês'],
  [{ counted: 20, charged: 5, free: 1000 }, '20 de 1.000 alunos grátis usados neste mês'],
])('says of %j: %s', (students, text) => expect(freeStudentsText(students)).toBe(text))
