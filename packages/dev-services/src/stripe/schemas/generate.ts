import path from 'node:path'
import {
  type BaseType,
  type Context,
  createFormatter,
  createParser,
  createProgram,
  DEFAULT_CONFIG,
  SchemaGenerator,
  StringType,
  type SubNodeParser,
  ts,
  UnknownType,
} from 'ts-json-schema-generator'
import type { Schema } from './schema.ts'

/** Objects that the stand-in can put in place of an id; fields that name others of Stripe's objects hold only the id. */
const known = new Set(
  'BalanceTransactions Charges Customers Disputes Events InvoiceLineItems InvoicePayments Invoices PaymentIntents PaymentMethodConfigurations PaymentMethods Plans Prices Products Refunds SetupIntents SubscriptionItems Subscriptions'.split(
    ' ',
  ),
)

/** Schema of a type of this folder that names the types of the package `stripe`, made from their source. */
export function generateSchema(file: 'parameters.ts' | 'answers.ts', type: string): Schema {
  const config = {
    ...DEFAULT_CONFIG,
    path: path.join(import.meta.dirname, file),
    tsconfig: path.join(import.meta.dirname, '../../../tsconfig.json'),
    type,
    skipTypeCheck: true,
    additionalProperties: false,
    expose: file === 'answers.ts' ? ('all' as const) : ('none' as const),
    topRef: false,
    jsDoc: 'none' as const,
  }
  const program = createProgram(config)
  const parser = createParser(program, config, (chain) => {
    chain.addNodeParser(new ForeignTypes(program.getTypeChecker()))
  })
  const generated = new SchemaGenerator(program, parser, createFormatter(config), config).createSchema(type)
  return tidy(generated as Schema, '', file === 'parameters.ts') as Schema
}

class ForeignTypes implements SubNodeParser {
  private readonly checker: ts.TypeChecker

  constructor(checker: ts.TypeChecker) {
    this.checker = checker
  }

  supportsNode(node: ts.Node): boolean {
    return ts.isTypeReferenceNode(node) && this.replacementOf(node) !== undefined
  }

  createType(node: ts.Node, _context: Context): BaseType {
    return this.replacementOf(node as ts.TypeReferenceNode) as BaseType
  }

  private replacementOf(node: ts.TypeReferenceNode): BaseType | undefined {
    const named = this.checker.getSymbolAtLocation(node.typeName)
    if (!named) return undefined
    const symbol = named.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(named) : named
    const declared = symbol.declarations?.[0]
    const file = declared?.getSourceFile().fileName ?? ''
    if (/\/stripe\/(esm|cjs)\/Decimal\.d\.ts$/.test(file)) return new StringType()
    const resource = /\/stripe\/(?:esm|cjs)\/resources\/(.+)\.d\.ts$/.exec(file)?.[1]
    const isObject = declared !== undefined && ts.isInterfaceDeclaration(declared) && hasOwnObjectName(declared)
    if (isObject && resource && !known.has(resource)) return new StringType()
    return symbol.name === 'Uint8Array' ? new UnknownType() : undefined
  }
}

/** Stripe's objects say in `object` which they are; interfaces without it are parts of them or parameters. */
const hasOwnObjectName = (declared: ts.InterfaceDeclaration) =>
  declared.members.some((member) => member.name?.getText() === 'object')

/**
 * The wire knows no fractions but percentages, where the types leave a list of words open Stripe's API refuses others, and a parameter that
 * can't be unset can't be empty.
 */
function tidy(value: unknown, name: string, isParameter: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => tidy(each, name, isParameter))
  if (value === null || typeof value !== 'object') return value
  const schema = Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      tidy(each, key === 'anyOf' || key === 'items' ? name : key, isParameter),
    ]),
  ) as Schema
  if (schema.type === 'number' && !/percent|latitude|longitude/.test(name)) schema.type = 'integer'
  if (isParameter && schema.type === 'string' && Object.keys(schema).length === 1) schema.minLength = 1
  if (!schema.anyOf?.some((each) => each.enum || each.const)) return schema
  const anyOf = schema.anyOf.filter((each) => !isOpen(each))
  return { ...schema, anyOf }
}

const isOpen = ({ $ref, type, enum: words, const: word }: Schema) =>
  $ref === '#/definitions/OtherString' || (type === 'string' && !words && word === undefined)

/** The kept text of a schema: an operation a line. */
export const writeSchema = ({ properties = {} }: Schema): string => {
  const lines = Object.entries(properties).map(([name, each]) => `${JSON.stringify(name)}:${JSON.stringify(each)}`)
  return `{"properties":{\n${lines.join(',\n')}\n}}\n`
}
