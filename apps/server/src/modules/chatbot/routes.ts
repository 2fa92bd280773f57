import { chatbotRoutes } from "@forestay/contracts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { createAssistant } from "./ask-assistant.ts";
import {
  clearConversation,
  deleteConversation,
  forgetRemembered,
  listConversations,
  markConversationRead,
  readHistory,
  renameConversation,
  restoreConversation,
} from "./conversations.ts";
import { chooseModel, readModelChoice } from "./model/model-choice.ts";
import { sendMessage } from "./send-message.ts";

export function bindChatbotRoutes(api: Api, context: ModuleContext): void {
  const { db, clock } = context;
  const ask = createAssistant(context);
  bind(api, chatbotRoutes.send, ({ body, user }) => sendMessage(context, ask, user, body));
  bind(api, chatbotRoutes.history, ({ params, query, user }) =>
    readHistory(db, user, params.conversationId, query),
  );
  bind(api, chatbotRoutes.conversations, ({ query, user }) => listConversations(db, user, query));
  bind(api, chatbotRoutes.rename, ({ params, body, user }) =>
    renameConversation(db, user, params.id, body.title),
  );
  bind(api, chatbotRoutes.markRead, ({ params, user }) =>
    markConversationRead(db, user, params.id, clock.now()),
  );
  bind(api, chatbotRoutes.remove, async ({ params, user }) => {
    await deleteConversation(db, user, params.id, clock.now());
    return {};
  });
  bind(api, chatbotRoutes.restore, ({ params, user }) =>
    restoreConversation(db, user, params.id, clock.now()),
  );
  bind(api, chatbotRoutes.clear, async ({ params, user }) => {
    await clearConversation(db, user, params.id, clock.now());
    return {};
  });
  bind(api, chatbotRoutes.model, ({ user }) => readModelChoice(context, user.companyId));
  bind(api, chatbotRoutes.setModel, ({ body, user }) => chooseModel(context, user, body));
  bind(api, chatbotRoutes.forget, ({ params, user }) => forgetRemembered(db, user, params.id, params.kind));
}
