import { writeFile } from 'node:fs/promises'
import { schemaFile } from '../stripe/core/judge.ts'
import { generateSchema, writeSchema } from '../stripe/schemas/generate.ts'

/** Writes what the stand-in for Stripe judges calls by, from the types of the installed package. */
await writeFile(schemaFile, writeSchema(generateSchema('parameters.ts', 'Parameters')))
