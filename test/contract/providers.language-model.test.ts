import { anthropic } from '#platform/models/anthropic.ts';
import { mistral, openAi, openAiCompatible } from '#platform/models/chat-completions.ts';
import { google } from '#platform/models/google.ts';
import { anthropic as anthropicFormat } from '#test/doubles/models/anthropic.ts';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import { google as googleFormat } from '#test/doubles/models/google.ts';
import { languageModelContract } from './language-model.ts';

languageModelContract('OpenAI-compatible', {
  wire: openAiCompatible,
  format: chatCompletions('ollama'),
  hasFirstToken: true,
  maxTemperature: 2,
  lacking: [
    [['json_schema'], 'json'],
    [['json_schema', 'json_object', 'logprobs', 'temperature'], 'none'],
  ],
});
languageModelContract('OpenAI-compatible, in front of OpenAI', {
  wire: openAiCompatible,
  format: chatCompletions('openai'),
  hasFirstToken: true,
  maxTemperature: 2,
  lacking: [[['max_tokens'], 'schema']],
});
languageModelContract('OpenAI', {
  wire: openAi,
  format: chatCompletions('openai'),
  hasFirstToken: true,
  maxTemperature: 2,
  lacking: [[['temperature', 'logprobs'], 'schema']],
});
languageModelContract('Mistral', {
  wire: mistral,
  format: chatCompletions('mistral'),
  hasFirstToken: false,
  maxTemperature: 1.5,
  lacking: [[['json_schema'], 'json']],
});
languageModelContract('Anthropic', {
  wire: anthropic(),
  format: anthropicFormat,
  hasFirstToken: false,
  maxTemperature: 1,
  lacking: [
    [['temperature'], 'schema'],
    [['output_config'], 'tool'],
    [['output_config', 'forced_tool'], 'none'],
  ],
});
languageModelContract('Google', {
  wire: google,
  format: googleFormat,
  hasFirstToken: true,
  maxTemperature: 2,
  lacking: [[['logprobs', 'json_schema'], 'json']],
});
