/** The parts of a published OpenAPI 3.1 document that are used to generate requests and to check responses. */
import type { Method } from '#contracts/http/operation.ts';

/** JSON Schema as the service publishes it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
}

export interface DescribedResponse {
  /** Names the error codes of an error response. */
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: Schema }>;
}

export interface DescribedOperation {
  operationId: string;
  method: Method;
  path: string;
  parameters: Parameter[];
  /** null: the operation takes no body. */
  body: { mediaType: string; schema: Schema } | null;
  responses: Record<string, DescribedResponse>;
}

export interface Description {
  paths: Record<string, Record<string, RawOperation>>;
  components: { schemas: Record<string, Schema> };
}

interface RawOperation {
  operationId: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, DescribedResponse>;
}

/** Every operation of the document. */
export function operationsOf({ paths }: Description): DescribedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters, requestBody, responses }]) => {
      const [content] = Object.entries(requestBody?.content ?? {});
      return {
        operationId,
        method: method.toUpperCase() as Method,
        path,
        parameters,
        body: content === undefined ? null : { mediaType: content[0], schema: content[1].schema },
        responses,
      };
    }),
  );
}

/** The schema itself, or the component that it refers to. */
export function resolve(schema: Schema, { components }: Description): Schema {
  return schema.$ref === undefined ? schema : components.schemas[schema.$ref.split('/').at(-1)!]!;
}
