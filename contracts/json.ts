/** A value that survives JSON unchanged. Events, documents and messages contain nothing else. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };
